import type { LoginCount } from '@storeward/contract/dashboard/statistics';
import type { ScreenAddress } from '../ui/page/link.tsx';
import { addressOf } from './dashboard-links.ts';

/** The sign-ins of these days in the audit, if the user may open it. */
export const signInsAddress = (days: readonly LoginCount[]): ScreenAddress | undefined =>
  addressOf('/audit-trail', { preset: 'signIns', from: days[0]?.date, to: days.at(-1)?.date });
