import { Anchor, Box, Button, Flex, Text } from '@mantine/core';
import { type ActionName, actionOf } from '@storeward/contract/users/actions';
import type { Explanation, Obstacle } from '@storeward/contract/users/user-access';
import type { User } from '@storeward/contract/users';
import { type ReactNode, useState } from 'react';
import { formatLastDate, useT } from '../../platform/text/i18n.ts';
import { hasPermission, useSession } from '../../platform/session/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link, type ScreenAddress } from '../../ui/page/link.tsx';
import { AssignmentDialog } from '../assignments/assignment-dialog.tsx';
import { AssignmentEndDialog } from '../assignments/assignment-end-dialog.tsx';
import { permittedUsersPath } from './access-address.ts';
import { fullName } from '../user-names.ts';
import { UserMailMenu } from '../user-mail-menu.tsx';
import { statusChanges, UserStatusDialog } from '../user-status-dialog.tsx';
import { AssignmentLine } from '../assignments/assignment-line.tsx';

type AccessPath = Explanation['ways'][number];
type Props = { user: User; action: ActionName; explanation: Explanation };

/** Whether a user may perform an action, by which role assignment, and what is missing, with links to fix it. */
export function AccessExplanation({ user, action, explanation }: Props) {
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
        {ways.map((accessPath) => (
          <AccessPathItem key={accessPath.id} accessPath={accessPath} user={user} explanation={explanation} />
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

/** A sentence, with the link that fixes the problem at its end. */
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

function AccessPathItem({
  accessPath,
  user,
  explanation,
}: {
  accessPath: AccessPath;
  user: User;
  explanation: Explanation;
}) {
  const t = useT();
  const { role, place, until, missing } = accessPath;
  return (
    <AssignmentLine>
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
            action={<Fix obstacle={obstacle} accessPath={accessPath} user={user} explanation={explanation} />}
          >
            {obstacle.reason === 'permission'
              ? t('users.access.missing.permission', { permissions: permissionNames(obstacle, t) })
              : t(`users.access.missing.${obstacle.reason}`, { name: obstacle.node?.name ?? '' })}
          </Line>
        ))}
      </Box>
    </AssignmentLine>
  );
}

const permissionNames = ({ permissions = [] }: Obstacle, t: ReturnType<typeof useT>) =>
  permissions.map((name) => `“${t(`app.right.${name}`)}”`).join(` ${t('users.access.or')} `);

type FixProps = { obstacle: Obstacle; accessPath: AccessPath; user: User; explanation: Explanation };

/** The link or button by which an administrator fixes what is missing; nothing if it cannot be fixed. */
function Fix({ obstacle: { reason, node }, accessPath, user, explanation }: FixProps) {
  const t = useT();
  const { level, user: own } = useSession();
  const [isOpen, setOpen] = useState(false);
  const roles = level === 'GLOBAL' ? '/roles' : '/role';
  const mayAssign = user.can.edit && own?.id !== user.id;
  const close = () => setOpen(false);
  if (reason === 'permission' && hasPermission(['EDIT_ROLE']))
    return <FixLink href={`${roles}/${accessPath.role.id}/edit`}>{t('users.access.mend.role')}</FixLink>;
  if (reason === 'roleDisabled' && hasPermission(['ENABLED_ROLE', 'VIEW_ROLE'], 'all'))
    return <FixLink href={`${roles}/${accessPath.role.id}/view`}>{t('users.access.mend.openRole')}</FixLink>;
  if (reason === 'locationDisabled' && node && hasPermission(['VIEW_NODE']))
    return (
      <FixLink href={`/structure/${node.id}/view`}>{t('users.access.mend.location', { name: node.name })}</FixLink>
    );
  if (reason === 'scope' && mayAssign && level !== 'GLOBAL' && explanation.node)
    return (
      <>
        <FixButton onClick={() => setOpen(true)}>{t('users.access.mend.assign')}</FixButton>
        {isOpen && <AssignmentDialog user={user} at={explanation.node} onClose={close} />}
      </>
    );
  if (reason === 'expired' && mayAssign)
    return (
      <>
        <FixButton onClick={() => setOpen(true)}>{t('users.access.mend.end')}</FixButton>
        {isOpen && <AssignmentEndDialog user={user} assignment={accessPath} onClose={close} />}
      </>
    );
  return null;
}

function FixLink({ href, children }: { href: ScreenAddress; children: ReactNode }) {
  return (
    <Anchor component={Link} href={href} size="label">
      {children}
    </Anchor>
  );
}

function FixButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
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
      <FixButton onClick={() => setOpen(true)}>{t(`users.action.${change}`)}</FixButton>
      <UserStatusDialog user={user} change={change} opened={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
