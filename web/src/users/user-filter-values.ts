import type { UsersMatching, UserStatusWord } from '@storeward/contract/user-lists';
import type { PhraseKey } from '../platform/phrase-keys.ts';

/** What a list of users is narrowed to, besides the words that are sought. */
export type UserFilterValues = Pick<UsersMatching, 'node' | 'role' | 'status' | 'level'>;

/** A list of users that is narrowed by nothing. */
export const noFilters: UserFilterValues = { node: undefined, role: undefined, status: undefined, level: undefined };

/** Whether a list of users is narrowed by anything but words. */
export const isFiltered = ({ node, role, status, level }: UserFilterValues): boolean =>
  [node, role, status, level].some((value) => value !== undefined);

/** What each standing is called. */
export const statusWords = {
  enabled: 'ui.status.enabled',
  disabled: 'ui.status.disabled',
  locked: 'users.status.locked',
} as const satisfies Record<UserStatusWord, PhraseKey>;
