import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../platform/api/api.ts';
import { errorMessage, useT } from '../platform/text/i18n.ts';
import { useSession } from '../platform/session/session.ts';
import { FormDialog } from './form-dialog.tsx';

type Props = {
  error: Error | undefined;
  isPending: boolean;
  onClose: () => void;
  onSave: (view: { name: string; shared: boolean }) => void;
};

/** Names a view of the current list, private or shared with users at and below the user's node. */
export function ViewDialog({ error, isPending, onClose, onSave }: Props) {
  const t = useT();
  const { rootNode } = useSession().user ?? {};
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const errorCode = error && (error instanceof ApiError ? (error.errors[0]?.messageCode ?? error.code) : 'unknown');
  return (
    <FormDialog
      title={t('records.views.save')}
      size="28rem"
      submitLabel={t('records.views.saveConfirm')}
      isBusy={isPending}
      onSubmit={() => onSave({ name, shared })}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t('records.views.name')}
        maxLength={64}
        value={name}
        error={errorCode && errorMessage(errorCode)}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {rootNode && (
        <Checkbox
          label={t('records.views.share')}
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
