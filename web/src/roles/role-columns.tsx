import { Flex } from '@mantine/core';
import type { RoleRow } from '@storeward/contract/roles';
import { formatDateOrTime, formatNumber, type useT } from '../platform/text/i18n.ts';
import { levelIcons } from '../platform/text/level-icons.ts';
import type { ListItem } from '../ui/list/data-items.tsx';
import type { Column } from '../ui/list/data-table.tsx';
import { Icon } from '../ui/icon.tsx';
import { RoleActions } from './role-actions.tsx';
import { userCountNumber } from './role-user-count.ts';
import { RoleStatus } from './role-status.tsx';

type Translate = ReturnType<typeof useT>;

export const roleColumns = (t: Translate): Column<RoleRow>[] => [
  {
    id: 'name',
    header: t('roles.field.name'),
    sortable: true,
    text: ({ name }) => name,
    detail: ({ description }) => description,
    cell: ({ name, level }) => (
      <>
        {/* as wide as an avatar, to align the second line of text */}
        <Flex component="span" justify="center" w={28} c="var(--icon)">
          <Icon name={levelIcons[level]} />
        </Flex>
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
    hidePriority: 3,
    width: '6.5rem',
    cell: ({ rightCount }) => formatNumber(rightCount),
  },
  {
    id: 'users',
    header: t('roles.field.users'),
    align: 'end',
    width: '6.5rem',
    cell: userCountNumber,
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
    hidePriority: 2,
    width: '9rem',
    text: ({ updatedDate }) => formatDateOrTime(updatedDate),
    cell: ({ updatedDate }) => formatDateOrTime(updatedDate),
  },
  {
    id: 'menu',
    header: t('roles.list.actionsHeader'),
    hiddenHeader: true,
    width: '4.25rem',
    align: 'end',
    cell: (role) => <RoleActions role={role} placement="row" />,
  },
];

export const roleItem =
  (t: Translate) =>
  (role: RoleRow): ListItem => ({
    title: role.name,
    detail: [
      t(`ui.level.${role.level}`),
      t('roles.count.rights', { count: role.rightCount, shown: formatNumber(role.rightCount) }),
      t('roles.count.users', { count: role.userCount, shown: userCountNumber(role) }),
    ].join(' · '),
    trailing: <RoleStatus status={role.status} />,
  });
