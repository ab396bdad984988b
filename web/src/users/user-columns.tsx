import type { UserColumnName } from '@storeward/contract/user-views';
import type { UserRow } from '@storeward/contract/users';
import { formatDay, useT } from '../platform/i18n.ts';
import { levelIcons } from '../platform/level-icons.ts';
import type { PhraseKey } from '../platform/phrase-keys.ts';
import { Avatar } from '../ui/avatar.tsx';
import type { Item } from '../ui/data-items.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Icon } from '../ui/icon.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import classes from './user-columns.module.css';
import { UserMenu } from './user-menu.tsx';
import { fullName } from './user-names.ts';

type Say = ReturnType<typeof useT>;

const seenLast = (t: Say, { lastActive }: UserRow): string =>
  lastActive ? formatDay(lastActive) : t('users.list.neverSignedIn');

const levelWord = (t: Say, { rootNode }: UserRow): string => (rootNode ? t(`ui.level.${rootNode.nodeType}`) : '');

const place = (t: Say, { rootNode }: UserRow): string =>
  rootNode ? [rootNode.name, rootNode.parentName].filter(Boolean).join(' · ') : t('users.list.noPlace');

/** What each column that can be chosen is called. */
export const columnHeads = {
  userName: 'users.field.userName',
  emailId: 'users.field.email',
  role: 'users.field.role',
  rootNode: 'users.field.place',
  level: 'users.field.level',
  status: 'users.field.status',
  lastActive: 'users.field.lastActive',
} as const satisfies Record<UserColumnName, PhraseKey>;

/** What the list says of each user, from left to right: the name, and the columns that were chosen. */
export function userColumns(t: Say, chosen: readonly UserColumnName[]): Column<UserRow>[] {
  const wanted = allColumns(t).filter(({ id }) => ['name', 'menu', ...chosen].includes(id));
  const [name, ...others] = wanted;
  if (!name || !chosen.includes('userName')) return wanted;
  // what has a column of its own does not stand under the name too
  const { detail: _, alsoSortable: __, ...alone } = name;
  return [alone, ...others];
}

const allColumns = (t: Say): Column<UserRow>[] => [
  {
    id: 'name',
    header: t('users.field.name'),
    sortable: true,
    text: fullName,
    detail: ({ userName }) => userName,
    alsoSortable: { id: 'userName', header: t('users.field.userName') },
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
    drop: 3,
    width: 'clamp(8rem, 12vw, 14rem)',
    text: ({ userName }) => userName,
    cell: ({ userName }) => userName,
  },
  {
    id: 'emailId',
    header: t('users.field.email'),
    sortable: true,
    muted: true,
    drop: 3,
    width: 'clamp(9rem, 20.5vw, 20rem)',
    text: ({ emailId }) => emailId,
    cell: ({ emailId }) => emailId,
  },
  {
    id: 'role',
    header: t('users.field.role'),
    width: 'clamp(8.5rem, 9.5vw, 12rem)',
    text: ({ roleName }) => roleName ?? '',
    cell: ({ roleName }) => roleName ?? <span className={classes.quiet}>{t('users.list.noRole')}</span>,
  },
  {
    id: 'rootNode',
    header: t('users.field.place'),
    width: 'clamp(11rem, 13.5vw, 18rem)',
    text: (user) => place(t, user),
    cell: (user) => <Place user={user} />,
  },
  {
    id: 'level',
    header: t('users.field.level'),
    width: '9rem',
    drop: 2,
    text: (user) => levelWord(t, user),
    cell: (user) => levelWord(t, user),
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
    drop: 1,
    width: '8.25rem',
    text: (user) => seenLast(t, user),
    cell: (user) => seenLast(t, user),
  },
  {
    id: 'menu',
    header: t('users.list.actionsHead'),
    quietHeader: true,
    width: '4.25rem',
    align: 'end',
    cell: (user) => <UserMenu user={user} />,
  },
];

/** What a phone shows of each user. */
export const userItem = (user: UserRow): Item => ({
  media: <Avatar id={user.id} name={fullName(user)} src={user.profilePicture} size={36} />,
  title: fullName(user),
  detail: [user.roleName, user.rootNode?.name].filter(Boolean).join(' · ') || user.userName,
  trailing: <UserStatus user={user} />,
});

/** Whether somebody may sign in, and whether wrong tries have locked them out, each as a mark with its word. */
export function UserStatus({ user: { status, locked } }: { user: Pick<UserRow, 'status' | 'locked'> }) {
  const t = useT();
  return (
    <span className={classes.status}>
      <StatusDot kind={status ? 'on' : 'off'}>{status ? t('ui.status.enabled') : t('ui.status.disabled')}</StatusDot>
      {locked && <StatusDot kind="locked">{t('users.status.locked')}</StatusDot>}
    </span>
  );
}

function Place({ user: { rootNode } }: { user: UserRow }) {
  const t = useT();
  if (!rootNode) return <span className={classes.quiet}>{t('users.list.noPlace')}</span>;
  const { name, nodeType, parentName } = rootNode;
  return (
    <span className={classes.place}>
      <Icon name={levelIcons[nodeType]} size={16} title={t(`ui.level.${nodeType}`)} />
      <span>
        {name}
        {parentName && <span className={classes.quiet}> · {parentName}</span>}
      </span>
    </span>
  );
}
