import { Flex, Text } from '@mantine/core';
import type { UserColumnName } from '@storeward/contract/users/user-views';
import type { UserRow } from '@storeward/contract/users';
import { formatDateOrTime, useT } from '../../platform/text/i18n.ts';
import { levelIcons } from '../../platform/text/level-icons.ts';
import type { PhraseKey } from '../../platform/text/phrase-keys.ts';
import { Avatar } from '../../ui/image/avatar.tsx';
import type { ListItem } from '../../ui/list/data-items.tsx';
import type { Column } from '../../ui/list/data-table.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Muted } from '../../ui/muted.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { UserMenu } from '../user-menu.tsx';
import { fullName } from '../user-names.ts';

type Translate = ReturnType<typeof useT>;

const lastActiveText = (t: Translate, { lastActive }: UserRow): string =>
  lastActive ? formatDateOrTime(lastActive) : t('users.list.neverSignedIn');

const levelLabel = (t: Translate, { rootNode }: UserRow): string =>
  rootNode ? t(`ui.level.${rootNode.nodeType}`) : '';

const nodeText = (t: Translate, { rootNode }: UserRow): string =>
  rootNode ? [rootNode.name, rootNode.parentName].filter(Boolean).join(' · ') : t('users.list.noNode');

/** Phrase keys of the selectable columns' headers. */
export const columnHeaders = {
  userName: 'users.field.userName',
  emailId: 'users.field.email',
  role: 'users.field.role',
  rootNode: 'users.field.node',
  level: 'users.field.level',
  status: 'users.field.status',
  lastActive: 'users.field.lastActive',
} as const satisfies Record<UserColumnName, PhraseKey>;

/** Columns of the user list: the name, the selected columns and the row menu. */
export function userColumns(t: Translate, selected: readonly UserColumnName[]): Column<UserRow>[] {
  const columns = allColumns(t).filter(({ id }) => ['name', 'menu', ...selected].includes(id));
  const [name, ...rest] = columns;
  if (!name || !selected.includes('userName')) return columns;
  // the user name is not repeated under the name when it has its own column
  const { detail: _, secondarySort: __, ...nameOnly } = name;
  return [nameOnly, ...rest];
}

const allColumns = (t: Translate): Column<UserRow>[] => [
  {
    id: 'name',
    header: t('users.field.name'),
    sortable: true,
    text: fullName,
    detail: ({ userName }) => userName,
    secondarySort: { id: 'userName', header: t('users.field.userName') },
    cell: (user) => (
      <>
        <Avatar id={user.id} name={fullName(user)} src={user.profilePicture} />
        <span>{fullName(user)}</span>
      </>
    ),
  },
  {
    id: 'userName',
    header: t('users.field.userName'),
    sortable: true,
    muted: true,
    hidePriority: 3,
    width: 'clamp(8rem, 12vw, 14rem)',
    text: ({ userName }) => userName,
    cell: ({ userName }) => userName,
  },
  {
    id: 'emailId',
    header: t('users.field.email'),
    sortable: true,
    muted: true,
    hidePriority: 3,
    width: 'clamp(9rem, 20.5vw, 20rem)',
    text: ({ emailId }) => emailId,
    cell: ({ emailId }) => emailId,
  },
  {
    id: 'role',
    header: t('users.field.role'),
    width: 'clamp(8.5rem, 9.5vw, 12rem)',
    text: ({ roleName }) => roleName ?? '',
    cell: ({ roleName }) => roleName ?? <Muted>{t('users.list.noRole')}</Muted>,
  },
  {
    id: 'rootNode',
    header: t('users.field.node'),
    width: 'clamp(11rem, 12vw, 18rem)',
    text: (user) => nodeText(t, user),
    cell: (user) => <NodeCell user={user} />,
  },
  {
    id: 'level',
    header: t('users.field.level'),
    width: '9rem',
    hidePriority: 2,
    text: (user) => levelLabel(t, user),
    cell: (user) => levelLabel(t, user),
  },
  {
    id: 'status',
    header: t('users.field.status'),
    width: '7rem',
    cell: (user) => <UserStatus user={user} />,
  },
  {
    id: 'lastActive',
    header: t('users.field.lastActive'),
    sortable: true,
    muted: true,
    hidePriority: 1,
    width: '8.25rem',
    text: (user) => lastActiveText(t, user),
    cell: (user) => lastActiveText(t, user),
  },
  {
    id: 'menu',
    header: t('users.list.actionsHeader'),
    hiddenHeader: true,
    width: '4.25rem',
    align: 'end',
    cell: (user) => <UserMenu user={user} />,
  },
];

export const userItem = (user: UserRow): ListItem => ({
  media: <Avatar id={user.id} name={fullName(user)} src={user.profilePicture} size={36} />,
  title: fullName(user),
  detail: [user.roleName, user.rootNode?.name].filter(Boolean).join(' · ') || user.userName,
  trailing: <UserStatus user={user} />,
});

/** Enabled or disabled, plus a lock after too many failed sign-ins. */
export function UserStatus({ user: { status, locked } }: { user: Pick<UserRow, 'status' | 'locked'> }) {
  const t = useT();
  return (
    <Flex component="span" display="inline-flex" wrap="wrap" gap="0 12px" lh="18px">
      <StatusDot kind={status ? 'on' : 'off'}>{status ? t('ui.status.enabled') : t('ui.status.disabled')}</StatusDot>
      {locked && <StatusDot kind="locked">{t('users.status.locked')}</StatusDot>}
    </Flex>
  );
}

function NodeCell({ user: { rootNode } }: { user: UserRow }) {
  const t = useT();
  if (!rootNode) return <Muted>{t('users.list.noNode')}</Muted>;
  const { name, nodeType, parentName } = rootNode;
  return (
    <Flex component="span" align="center" gap="xs" miw={0}>
      <Icon name={levelIcons[nodeType]} size={16} title={t(`ui.level.${nodeType}`)} />
      <Text span truncate inherit>
        {name}
        {parentName && <Muted> · {parentName}</Muted>}
      </Text>
    </Flex>
  );
}
