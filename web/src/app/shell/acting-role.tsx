import { Box, Text, UnstyledButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { switchActingRole } from '../../platform/session/acting-role.ts';
import { formatLastDate, useT } from '../../platform/text/i18n.ts';
import { useSession } from '../../platform/session/session.ts';
import { Icon } from '../../ui/icon.tsx';
import lines from '../../ui/list/lines.module.css';
import menuLine from './menu-line.module.css';
import classes from './profile-menu.module.css';

const lineClass = `${menuLine['line']} ${classes['line']}`;

/** Lets users with several role assignments switch the acting role; renders nothing for the others. */
export function ActingRole() {
  const t = useT();
  const heading = useId();
  const { user } = useSession();
  const switching = useMutation({ mutationFn: switchActingRole });
  const assignments = user?.assignments ?? [];
  if (assignments.length < 2) return null;
  return (
    <Box className={lines.above} p="xs" role="group" aria-labelledby={heading}>
      <Text id={heading} size="xs" c="dimmed" px="sm" py={4}>
        {t('app.header.actingRole')}
      </Text>
      {assignments.map(({ id, roleName, place, until, acting }) => (
        <UnstyledButton
          key={id}
          className={lineClass}
          data-action
          aria-current={acting}
          disabled={acting || switching.isPending}
          onClick={() => switching.mutate(id)}
        >
          <Icon name={acting ? 'check' : 'users'} />
          <Box component="span" flex={1}>
            {roleName}
            <Text span display="block" size="xs" c="dimmed">
              {[place?.name, until && t('app.header.roleUntil', { when: formatLastDate(until) })]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </Box>
        </UnstyledButton>
      ))}
    </Box>
  );
}
