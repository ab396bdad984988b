import type { RoleRow } from '@storeward/contract/roles';
import { formatDay, formatNumber, type useT } from '../platform/i18n.ts';
import { levelIcons } from '../platform/level-icons.ts';
import type { Item } from '../ui/data-items.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Icon } from '../ui/icon.tsx';
import { RoleActions } from './role-actions.tsx';
import classes from './role-columns.module.css';
import { userFigure } from './role-figures.ts';
import { RoleStatus } from './role-status.tsx';

type Say = ReturnType<typeof useT>;

/** What the list says of each role, from left to right. */
export const roleColumns = (t: Say): Column<RoleRow>[] => [
  {
    id: 'name',
    header: t('roles.field.name'),
    sortable: true,
    text: ({ name }) => name,
    detail: ({ description }) => description,
    cell: ({ name, level }) => (
      <>
        <span className={classes.level}>
          <Icon name={levelIcons[level]} />
        </span>
        <span>{name}</span>
      </>
    ),
  },
  {
    id: 'level',
    header: t('roles.field.level'),
    sortable: true,
    width: 'clamp(9rem, 13vw, 13rem)',
    text: ({ level }) => t(`ui.level.${level}`),
    cell: ({ level }) => t(`ui.level.${level}`),
  },
  {
    id: 'rights',
    header: t('roles.field.rights'),
    align: 'end',
    drop: 3,
    width: '6.5rem',
    cell: ({ rightCount }) => formatNumber(rightCount),
  },
  {
    id: 'users',
    header: t('roles.field.users'),
    align: 'end',
    width: '6.5rem',
    cell: userFigure,
  },
  {
    id: 'status',
    header: t('roles.field.status'),
    width: '8rem',
    cell: ({ status }) => <RoleStatus status={status} />,
  },
  {
    id: 'updatedDate',
    header: t('roles.field.changed'),
    sortable: true,
    muted: true,
    drop: 2,
    width: '9rem',
    text: ({ updatedDate }) => formatDay(updatedDate),
    cell: ({ updatedDate }) => formatDay(updatedDate),
  },
  {
    id: 'menu',
    header: t('roles.list.actionsHead'),
    quietHeader: true,
    width: '4.25rem',
    align: 'end',
    cell: (role) => <RoleActions role={role} at="row" />,
  },
];

/** What a phone shows of each role. */
export const roleItem =
  (t: Say) =>
  (role: RoleRow): Item => ({
    title: role.name,
    detail: [
      t(`ui.level.${role.level}`),
      t('roles.figure.rights', { count: role.rightCount, shown: formatNumber(role.rightCount) }),
      t('roles.figure.users', { count: role.userCount, shown: userFigure(role) }),
    ].join(' · '),
    trailing: <RoleStatus status={role.status} />,
  });
