import type { UserListFilter, UserStatusFilter } from '@storeward/contract/users/user-lists';
import type { PhraseKey } from '../../platform/text/phrase-keys.ts';

/** Filters of the user list, except the search text. */
export type UserFilterValues = Pick<UserListFilter, 'node' | 'role' | 'status' | 'level' | 'inactiveSince'>;

export const noFilters: UserFilterValues = {
  node: undefined,
  role: undefined,
  status: undefined,
  level: undefined,
  inactiveSince: undefined,
};

export const isFiltered = ({ node, role, status, level, inactiveSince }: UserFilterValues): boolean =>
  [node, role, status, level, inactiveSince].some((value) => value !== undefined);

/** Phrase key of each user status. */
export const statusLabels = {
  enabled: 'ui.status.enabled',
  disabled: 'ui.status.disabled',
  locked: 'users.status.locked',
  invited: 'users.status.invited',
  emailUnconfirmed: 'users.status.emailUnconfirmed',
  mailRefused: 'users.status.mailRefused',
} as const satisfies Record<UserStatusFilter, PhraseKey>;
