import { formatNumber, type useT } from '../platform/text/i18n.ts';

/** Planned changes keep the instant of their start, whose local time changes with the clock. */
export const shiftedPlansText = (count: number, t: ReturnType<typeof useT>): string =>
  t('nodes.clock.shifts', { count, shown: formatNumber(count) });
