import { Anchor, Box, Button, Flex, Text } from '@mantine/core';
import { type ActionName, actionOf } from '@storeward/contract/actions';
import type { Explanation, Obstacle } from '@storeward/contract/user-access';
import type { User } from '@storeward/contract/users';
import { type ReactNode, useState } from 'react';
import { formatLastDate, useT } from '../platform/i18n.ts';
import { hasPermission, useSession } from '../platform/session.ts';
import { Icon } from '../ui/icon.tsx';
import { Link, type ScreenAddress } from '../ui/link.tsx';
import { AssignmentDialog } from './assignment-dialog.tsx';
import { AssignmentEndDialog } from './assignment-end-dialog.tsx';
import classes from './assignment-list.module.css';
import { permittedUsersPath } from './permitted-users-address.ts';
import { fullName } from './user-names.ts';
import { UserMailMenu } from './user-mail-menu.tsx';
import { statusChanges, UserStatusDialog } from './user-status-dialog.tsx';

type Way = Explanation['ways'][number];
type Props = { user: User; action: ActionName; explanation: Explanation };

/** Whether a user may perform an action, by which role assignment, and what is missing, with the ways to mend it. */
export function AccessAnswer({ user, action, explanation }: Props) {
  const t = useT();
  const { allowed, fits, node, status, locked, mustChangePassword, ways, beyond } = explanation;
  const mayList = hasPermission(['VIEW_USER', 'VIEW_NODE'], 'all');
  return (
    <Box mt="md">
      <Flex component="p" align="center" gap="xs" fw="var(--weight-medium)">
        <Icon name={allowed ? 'check' : 'lock'} size={18} />
        {t(allowed ? 'users.access.yes' : 'users.access.no', { name: fullName(user) })}
      </Flex>
      {node && !fits && <Line>{t('users.access.misfit', { level: t(`ui.level.${node.nodeType}`) })}</Line>}
      {(!status || locked) && (
        <Line action={<StatusButton user={user} />}>{t(status ? 'users.access.locked' : 'users.access.disabled')}</Line>
      )}
      {mustChangePassword && <Line action={<UserMailMenu user={user} />}>{t('users.access.mustChange')}</Line>}
      {ways.length === 0 && <Line>{t('users.access.noRole')}</Line>}
      <ul aria-label={t('users.access.roles')}>
        {ways.map((way) => (
          <WayItem key={way.id} way={way} user={user} explanation={explanation} />
        ))}
      </ul>
      {beyond && <Line>{t('users.access.outsideScope')}</Line>}
      {node && fits && mayList && (
        <Text mt="sm">
          <Anchor component={Link} href={permittedUsersPath(node.id, action)}>
            {t(actionOf(action).everywhere ? 'users.access.whoAnywhere' : 'users.access.who', { name: node.name })}
          </Anchor>
        </Text>
      )}
    </Box>
  );
}

/** A sentence, with what mends it at its end. */
function Line({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <Flex align="center" wrap="wrap" gap="4px 12px" mt={4}>
      <Text component="span" size="label" c="dimmed">
        {children}
      </Text>
      {action}
    </Flex>
  );
}

function WayItem({ way, user, explanation }: { way: Way; user: User; explanation: Explanation }) {
  const t = useT();
  const { role, place, until, missing } = way;
  return (
    <li className={classes.line}>
      <Box component="span" flex={1} miw={0}>
        {[role.name, place?.name].filter(Boolean).join(' · ')}
        {missing.length === 0 && (
          <Line>
            {t('users.access.allows')}{' '}
            {until ? t('users.assignment.until', { when: formatLastDate(until) }) : t('users.assignment.unlimited')}
          </Line>
        )}
        {missing.map((obstacle) => (
          <Line
            key={`${obstacle.reason} ${String(obstacle.permissions)}`}
            action={<Mend obstacle={obstacle} way={way} user={user} explanation={explanation} />}
          >
            {obstacle.reason === 'permission'
              ? t('users.access.missing.permission', { permissions: permissionNames(obstacle, t) })
              : t(`users.access.missing.${obstacle.reason}`, { name: obstacle.node?.name ?? '' })}
          </Line>
        ))}
      </Box>
    </li>
  );
}

const permissionNames = ({ permissions = [] }: Obstacle, t: ReturnType<typeof useT>) =>
  permissions.map((name) => `“${t(`app.right.${name}`)}”`).join(` ${t('users.access.or')} `);

type MendProps = { obstacle: Obstacle; way: Way; user: User; explanation: Explanation };

/** The link or button by which an administrator mends what is missing; nothing for what cannot be mended. */
function Mend({ obstacle: { reason, node }, way, user, explanation }: MendProps) {
  const t = useT();
  const { level, user: own } = useSession();
  const [isOpen, setOpen] = useState(false);
  const roles = level === 'GLOBAL' ? '/roles' : '/role';
  const mayAssign = user.can.edit && own?.id !== user.id;
  const close = () => setOpen(false);
  if (reason === 'permission' && hasPermission(['EDIT_ROLE']))
    return <MendLink href={`${roles}/${way.role.id}/edit`}>{t('users.access.mend.role')}</MendLink>;
  if (reason === 'roleDisabled' && hasPermission(['ENABLED_ROLE', 'VIEW_ROLE'], 'all'))
    return <MendLink href={`${roles}/${way.role.id}/view`}>{t('users.access.mend.openRole')}</MendLink>;
  if (reason === 'locationDisabled' && node && hasPermission(['VIEW_NODE']))
    return (
      <MendLink href={`/structure/${node.id}/view`}>{t('users.access.mend.location', { name: node.name })}</MendLink>
    );
  if (reason === 'scope' && mayAssign && level !== 'GLOBAL' && explanation.node)
    return (
      <>
        <MendButton onClick={() => setOpen(true)}>{t('users.access.mend.assign')}</MendButton>
        {isOpen && <AssignmentDialog user={user} at={explanation.node} opened onClose={close} />}
      </>
    );
  if (reason === 'expired' && mayAssign)
    return (
      <>
        <MendButton onClick={() => setOpen(true)}>{t('users.access.mend.end')}</MendButton>
        {isOpen && <AssignmentEndDialog user={user} assignment={way} onClose={close} />}
      </>
    );
  return null;
}

function MendLink({ href, children }: { href: ScreenAddress; children: ReactNode }) {
  return (
    <Anchor component={Link} href={href} size="label">
      {children}
    </Anchor>
  );
}

function MendButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="default" size="xs" onClick={onClick}>
      {children}
    </Button>
  );
}

/** Enables or unlocks the user, if the administrator may. */
function StatusButton({ user }: { user: User }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const change = statusChanges(user).find((option) => option === 'enable' || option === 'unlock');
  if (!change) return null;
  return (
    <>
      <MendButton onClick={() => setOpen(true)}>{t(`users.action.${change}`)}</MendButton>
      <UserStatusDialog user={user} change={change} opened={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
