import { Button, Modal } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import type { RoleId } from '@storeward/contract/roles';
import { type SyntheticEvent, useState } from 'react';
import { sayError, useT } from '../platform/i18n.ts';
import { RolePicker } from '../roles/role-picker.tsx';
import { AnyPlacePicker } from '../settings/any-place-picker.tsx';
import classes from './user-filter-dialog.module.css';

/** The role or the place that many users are to have. */
export type StandingChosen = { readonly roleId: RoleId } | { readonly nodeId: NodeId };

type Props = {
  action: 'changeRole' | 'move';
  onClose: () => void;
  onChoose: (chosen: StandingChosen) => void;
};

/** Chooses which role many users are to have, or which place they are to stand at. */
export function UserBulkStandingDialog({ action, onClose, onChoose }: Props) {
  const t = useT();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`users.action.${action}`)}
      size="28rem"
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      <Fields action={action} onClose={onClose} onChoose={onChoose} />
    </Modal>
  );
}

type Named<T> = { readonly id: T; readonly name: string };

function Fields({ action, onClose, onChoose }: Props) {
  const t = useT();
  const [role, setRole] = useState<Named<RoleId>>();
  const [place, setPlace] = useState<Named<NodeId>>();
  const [asked, setAsked] = useState(false);
  const chosen = action === 'changeRole' ? role && { roleId: role.id } : place && { nodeId: place.id };
  const error = asked && !chosen && sayError('field.required');
  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (chosen) onChoose(chosen);
  }
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.fields}>
        {action === 'changeRole' ? (
          // each user is told by their own place whether they may have it
          <RolePicker label={t('users.field.role')} placeType="STORE" value={role} onChange={setRole} error={error} />
        ) : (
          <AnyPlacePicker
            label={t('users.field.place')}
            chosen={place?.name ?? ''}
            stores
            onChoose={({ nodeId: id, name }) => setPlace({ id, name })}
            error={error}
          />
        )}
      </div>
      <div className={classes.footer}>
        <Button variant="default" onClick={onClose}>
          {t('users.status.cancel')}
        </Button>
        <Button type="submit">{t('users.bulk.look')}</Button>
      </div>
    </form>
  );
}
