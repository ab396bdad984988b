import type { RoleRow } from '@storeward/contract/roles';
import { formatNumber, type t as say } from '../platform/i18n.ts';

type Held = Pick<RoleRow, 'userCount' | 'moreUsers'>;

/** How many people hold a role, in words; beyond what is counted only that there are more. */
export function heldBy({ userCount, moreUsers }: Held, t: typeof say): string {
  const shown = formatNumber(userCount);
  return moreUsers ? t('roles.figure.usersOver', { shown }) : t('roles.figure.users', { count: userCount, shown });
}

/** The same as a bare figure. */
export const userFigure = ({ userCount, moreUsers }: Held): string =>
  moreUsers ? `> ${formatNumber(userCount)}` : formatNumber(userCount);
