import { countedExactly } from '@storeward/contract/paging';
import type { RoleRow } from '@storeward/contract/roles';
import { formatNumber, type t as say } from '../platform/i18n.ts';

/** How many people hold a role, in words; beyond what is counted only that there are more. */
export function heldBy({ userCount }: Pick<RoleRow, 'userCount'>, t: typeof say): string {
  const shown = formatNumber(Math.min(userCount, countedExactly));
  if (userCount > countedExactly) return t('roles.figure.usersOver', { shown });
  return t('roles.figure.users', { count: userCount, shown });
}

/** The same as a bare figure. */
export const userFigure = ({ userCount }: Pick<RoleRow, 'userCount'>): string =>
  userCount > countedExactly ? `> ${formatNumber(countedExactly)}` : formatNumber(userCount);
