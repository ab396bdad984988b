import { UnstyledButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { actBy } from '../platform/acting-role.ts';
import { formatLastDay, useT } from '../platform/i18n.ts';
import { useSession } from '../platform/session.ts';
import { Icon } from '../ui/icon.tsx';
import classes from './profile-menu.module.css';

/** By which of their roles the reader acts, and the way to another; nothing for whoever has no choice. */
export function ActingRole() {
  const t = useT();
  const heading = useId();
  const { user } = useSession();
  const choosing = useMutation({ mutationFn: actBy });
  const assignments = user?.assignments ?? [];
  if (assignments.length < 2) return null;
  return (
    <div className={classes.part} role="group" aria-labelledby={heading}>
      <p id={heading} className={classes.heading}>
        {t('app.header.actingRole')}
      </p>
      {assignments.map(({ id, roleName, place, until, acting }) => (
        <UnstyledButton
          key={id}
          className={classes.line}
          data-action
          aria-current={acting}
          disabled={acting || choosing.isPending}
          onClick={() => choosing.mutate(id)}
        >
          <Icon name={acting ? 'check' : 'users'} />
          <span className={classes.grow}>
            {roleName}
            <span className={classes.where}>
              {[place?.name, until && t('app.header.roleUntil', { when: formatLastDay(until) })]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        </UnstyledButton>
      ))}
    </div>
  );
}
