import type { Permission } from '../access.ts';

export const userBulkActions = ['enable', 'disable', 'sendReset', 'changeRole', 'move'] as const;
export type UserBulkAction = (typeof userBulkActions)[number];

/** The permission for each bulk action, the same as for a single user. */
export const userBulkPermissions = {
  enable: 'ENABLED_USER',
  disable: 'ENABLED_USER',
  sendReset: 'EDIT_USER',
  changeRole: 'EDIT_USER',
  move: 'EDIT_USER',
} as const satisfies Record<UserBulkAction, Permission>;
