import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import type { UserView } from '@storeward/contract/user-views';
import { type SyntheticEvent, useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { errorMessage, useT } from '../platform/i18n.ts';
import { useSession } from '../platform/session.ts';
import { useSaveView } from './user-list-queries.ts';
import type { ListState } from './user-view-state.ts';

type Props = { listState: ListState; onClose: () => void; onSaved: (view: UserView) => void };

/** Saves the current list as a view, private or shared with users at and below the user's node. */
export function UserViewDialog({ listState, onClose, onSaved }: Props) {
  const t = useT();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('users.views.save')}
      size="28rem"
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      <Fields listState={listState} onClose={onClose} onSaved={onSaved} />
    </Modal>
  );
}

function Fields({ listState, onClose, onSaved }: Props) {
  const t = useT();
  const { rootNode } = useSession().user ?? {};
  const saveView = useSaveView();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const { error } = saveView;
  const errorCode = error && (error instanceof ApiError ? (error.errors[0]?.messageCode ?? error.code) : 'unknown');
  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const input = { name, shared, query: listState.query, columns: [...listState.columns] };
    saveView.mutate({ input }, { onSuccess: onSaved });
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={14}>
        <TextInput
          data-autofocus
          label={t('users.field.name')}
          maxLength={64}
          value={name}
          error={errorCode && errorMessage(errorCode)}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {rootNode && (
          <Checkbox
            label={t('users.views.share')}
            checked={shared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
        )}
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('users.status.cancel')}
        </Button>
        <Button type="submit" loading={saveView.isPending}>
          {t('users.views.saveConfirm')}
        </Button>
      </Group>
    </form>
  );
}
