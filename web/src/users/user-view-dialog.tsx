import { Button, Checkbox, Modal, TextInput } from '@mantine/core';
import type { UserView } from '@storeward/contract/user-views';
import { type SyntheticEvent, useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { sayError, useT } from '../platform/i18n.ts';
import { useSession } from '../platform/session.ts';
import classes from './user-filter-dialog.module.css';
import { useKeepView } from './user-list-queries.ts';
import type { ListNow } from './user-view-state.ts';

type Props = { now: ListNow; onClose: () => void; onSaved: (view: UserView) => void };

/** Keeps the list as it stands under a name, for the reader alone or for everybody below them. */
export function UserViewDialog({ now, onClose, onSaved }: Props) {
  const t = useT();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('users.views.save')}
      size="28rem"
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      <Fields now={now} onClose={onClose} onSaved={onSaved} />
    </Modal>
  );
}

function Fields({ now, onClose, onSaved }: Props) {
  const t = useT();
  const { rootNode } = useSession().user ?? {};
  const keep = useKeepView();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const { error } = keep;
  const fault = error && (error instanceof ApiError ? (error.errors[0]?.messageCode ?? error.code) : 'unknown');
  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const input = { name, shared, query: now.query, columns: [...now.columns] };
    keep.mutate({ input }, { onSuccess: onSaved });
  }
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.fields}>
        <TextInput
          data-autofocus
          label={t('users.field.name')}
          maxLength={64}
          value={name}
          error={fault && sayError(fault)}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {rootNode && (
          <Checkbox
            label={t('users.views.share')}
            checked={shared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
        )}
      </div>
      <div className={classes.footer}>
        <Button variant="default" onClick={onClose}>
          {t('users.status.cancel')}
        </Button>
        <Button type="submit" loading={keep.isPending}>
          {t('users.views.saveYes')}
        </Button>
      </div>
    </form>
  );
}
