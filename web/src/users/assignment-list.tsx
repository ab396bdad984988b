import { Button } from '@mantine/core';
import type { Assignment } from '@storeward/contract/assignments';
import type { User } from '@storeward/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatLastDay, useT } from '../platform/i18n.ts';
import { useSession } from '../platform/session.ts';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { FormSection, Wide } from '../ui/form.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { useNotify } from '../ui/notify.tsx';
import { LinesSkeleton, useDelayed } from '../ui/skeleton.tsx';
import { Tag } from '../ui/tag.tsx';
import { AssignmentDialog } from './assignment-dialog.tsx';
import classes from './assignment-list.module.css';
import { rolesHeld, useTakeRole } from './queries.ts';
import { fullName } from './user-names.ts';

/** The roles that somebody holds besides their own, where and until when, and the ways to give and take one. */
export function AssignmentList({ user }: { user: User }) {
  const t = useT();
  const oneself = useSession().user?.id === user.id;
  const [giving, setGiving] = useState(false);
  const [taking, setTaking] = useState<Assignment>();
  const { data, error, refetch } = useQuery({ ...rolesHeld(user.id), meta: drawnHere });
  const waiting = useDelayed(!data && !error);
  const further = data?.filter(({ first }) => !first) ?? [];
  const mayChange = user.can.edit && !oneself;
  return (
    <FormSection title={t('users.assignment.title')} text={t('users.assignment.text')}>
      <Wide>
        {error && <LoadFailure title={t('users.assignment.failed')} fault={error} onRetry={() => void refetch()} />}
        {waiting && <LinesSkeleton rows={2} />}
        {data && further.length === 0 && <p className={classes.quiet}>{t('users.assignment.none')}</p>}
        {further.length > 0 && (
          <ul className={classes.list} aria-label={t('users.assignment.title')}>
            {further.map((one) => (
              <Line key={one.id} assignment={one} {...(mayChange && { onTake: () => setTaking(one) })} />
            ))}
          </ul>
        )}
        {mayChange && data && (
          <Button variant="default" className={classes.give ?? ''} onClick={() => setGiving(true)}>
            {t('users.assignment.give')}
          </Button>
        )}
        <AssignmentDialog user={user} opened={giving} onClose={() => setGiving(false)} />
        <Taking user={user} assignment={taking} onClose={() => setTaking(undefined)} />
      </Wide>
    </FormSection>
  );
}

/** What a role is called, with its place. */
const inWords = ({ role, place }: Pick<Assignment, 'role' | 'place'>) =>
  [role.name, place?.name].filter(Boolean).join(' · ');

function Line({ assignment, onTake }: { assignment: Assignment; onTake?: () => void }) {
  const t = useT();
  const { role, until, over } = assignment;
  return (
    <li className={classes.line}>
      <span className={classes.words}>
        {inWords(assignment)}
        <div className={classes.quiet}>
          {until ? t('users.assignment.until', { when: formatLastDay(until) }) : t('users.assignment.forGood')}
        </div>
      </span>
      {over && <Tag>{t('users.assignment.over')}</Tag>}
      {!role.status && <Tag tone="warn">{t('ui.status.disabled')}</Tag>}
      {onTake && (
        <IconButton
          small
          icon="trash"
          label={t('users.assignment.take', { role: inWords(assignment) })}
          onClick={onTake}
        />
      )}
    </li>
  );
}

type TakingProps = { user: User; assignment: Assignment | undefined; onClose: () => void };

function Taking({ user, assignment, onClose }: TakingProps) {
  const t = useT();
  const notify = useNotify();
  const take = useTakeRole(user.id);
  const role = assignment ? inWords(assignment) : '';
  function doIt() {
    onClose();
    if (!assignment) return;
    take.mutate(assignment.id, {
      onSuccess: () => notify.success(t('users.assignment.taken', { role, name: fullName(user) })),
    });
  }
  return (
    <ConfirmDialog
      opened={assignment !== undefined}
      title={t('users.assignment.takeTitle', { role })}
      text={t('users.assignment.takeText', { name: fullName(user) })}
      no={{ label: t('users.status.cancel'), onNo: onClose }}
      yes={{ label: t('users.assignment.takeYes'), onYes: doIt, danger: true }}
    />
  );
}
