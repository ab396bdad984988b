import type { Permission } from './access.ts';

/** What is done with many users at once. */
export const userBulkActions = ['enable', 'disable', 'sendReset', 'changeRole', 'move'] as const;
export type UserBulkAction = (typeof userBulkActions)[number];

/** What somebody has to hold for each of them, as for one user. */
export const userBulkNeeds = {
  enable: 'ENABLED_USER',
  disable: 'ENABLED_USER',
  sendReset: 'EDIT_USER',
  changeRole: 'EDIT_USER',
  move: 'EDIT_USER',
} as const satisfies Record<UserBulkAction, Permission>;
