import type { RoleRow } from '@storeward/contract/roles';
import { formatNumber, type t as translate } from '../platform/text/i18n.ts';

type RoleUserCount = Pick<RoleRow, 'userCount' | 'moreUsers'>;

/**
 * Number of users of a role as text. The server stops counting at a limit and then reports only that there are more.
 */
export function userCountText({ userCount, moreUsers }: RoleUserCount, t: typeof translate): string {
  const count = formatNumber(userCount);
  return moreUsers
    ? t('roles.count.usersMoreThan', { shown: count })
    : t('roles.count.users', { count: userCount, shown: count });
}

/** The same count as a plain number. */
export const userCountNumber = ({ userCount, moreUsers }: RoleUserCount): string =>
  moreUsers ? `> ${formatNumber(userCount)}` : formatNumber(userCount);
