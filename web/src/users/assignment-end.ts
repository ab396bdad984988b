import { isIsoDate } from '../platform/date-input.ts';
import { useSession } from '../platform/session.ts';

const isoDate = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** The last day of something that ends at this time, in the browser's time zone; empty without an end. */
export const lastDayOf = (end: string | null): string => (end ? isoDate(new Date(Date.parse(end) - 1)) : '');

/** End of a date in the browser's time zone, as an ISO timestamp. */
function endOfDay(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day + 1).toISOString();
}

/** When the assignment ends by which the user acts, null if it does not; nothing that they give lasts longer. */
export const useOwnEnd = (): string | null =>
  useSession().user?.assignments?.find(({ acting }) => acting)?.until ?? null;

/**
 * The end that a last day means: that of the user's own assignment on its last day, null without a last day. A text that
 * is no date stays as it is, and the server refuses it.
 */
export function endOf(lastDay: string, ownEnd: string | null): string | null {
  if (lastDay === '') return null;
  if (!isIsoDate(lastDay)) return lastDay;
  return lastDay === lastDayOf(ownEnd) ? ownEnd : endOfDay(lastDay);
}
