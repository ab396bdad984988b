import { Button, Modal } from '@mantine/core';
import type { NodeType } from '@storeward/contract/access';
import type { NodeId } from '@storeward/contract/nodes';
import type { RoleChoice } from '@storeward/contract/roles';
import type { User } from '@storeward/contract/users';
import { useState } from 'react';
import { LevelPlacePicker } from '../nodes/level-place-picker.tsx';
import { ApiError } from '../platform/api.ts';
import { sayError, useT } from '../platform/i18n.ts';
import { isDay } from '../platform/typed-day.ts';
import { RolePicker } from '../roles/role-picker.tsx';
import { DayField } from '../screens/day-field.tsx';
import { OptionalLabel } from '../ui/form.tsx';
import { useNotify } from '../ui/notify.tsx';
import classes from './assignment-list.module.css';
import { useGiveRole } from './queries.ts';
import { fullName } from './user-names.ts';

type Props = { user: User; opened: boolean; onClose: () => void };

/** Gives somebody a further role at a place, for good or up to a day. */
export function AssignmentDialog({ user, opened, onClose }: Props) {
  const t = useT();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('users.assignment.giveTitle', { name: fullName(user) })}
      size="34rem"
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      {opened && <Giving user={user} onClose={onClose} />}
    </Modal>
  );
}

function Giving({ user, onClose }: Pick<Props, 'user' | 'onClose'>) {
  const t = useT();
  const notify = useNotify();
  const give = useGiveRole(user.id);
  const [place, setPlace] = useState<NodeId | null>(null);
  const [level, setLevel] = useState<NodeType>();
  const [role, setRole] = useState<RoleChoice>();
  const [lastDay, setLastDay] = useState('');
  const [asked, setAsked] = useState(false);
  const fault = give.error instanceof ApiError ? give.error : give.error ? new ApiError(0) : undefined;
  const missing = asked ? sayError('field.required') : undefined;
  const wrongDay = lastDay !== '' && !isDay(lastDay);

  function doIt() {
    setAsked(true);
    if (!place || !role || wrongDay) return;
    give.mutate(
      { roleId: role.id, nodeId: place, until: lastDay ? endOf(lastDay) : null },
      {
        onSuccess: () => {
          onClose();
          notify.success(t('users.assignment.given', { role: role.name, name: fullName(user) }));
        },
      },
    );
  }

  return (
    <div className={classes.dialog}>
      {fault && (
        <p role="alert" className={classes.fault}>
          {sayError(fault.code, fault.message)}
        </p>
      )}
      <LevelPlacePicker
        value={place}
        onChange={(next, kind) => {
          setPlace(next);
          setLevel(kind);
        }}
        error={place === null && missing}
      />
      <RolePicker
        label={t('users.field.role')}
        placeType={level}
        value={role}
        onChange={setRole}
        error={!role && missing}
      />
      <DayField
        label={<OptionalLabel label={t('users.assignment.lastDay')} optional={t('ui.form.optional')} />}
        value={lastDay}
        onChange={setLastDay}
        error={wrongDay && sayError('field.invalid')}
      />
      <div className={classes.footer}>
        <Button variant="default" onClick={onClose}>
          {t('users.status.cancel')}
        </Button>
        <Button loading={give.isPending} onClick={doIt}>
          {t('users.assignment.give')}
        </Button>
      </div>
    </div>
  );
}

/** The moment at which a day ends where the reader is. */
function endOf(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + 1).toISOString();
}
