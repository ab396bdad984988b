import { isIsoDate } from '../platform/text/date-input.ts';
import { useSession } from '../platform/session/session.ts';

const isoDate = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** The last day of something that ends at this time, in the browser's time zone; empty without an end. */
export const lastDayOf = (end: string | null): string => (end ? isoDate(new Date(Date.parse(end) - 1)) : '');

/** End of a date in the browser's time zone, as an ISO timestamp. */
function endOfDay(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day + 1).toISOString();
}

/** The end of the assignment by which the user acts, null if it has none; no role that they grant lasts longer. */
export const useOwnEnd = (): string | null =>
  useSession().user?.assignments?.find(({ acting }) => acting)?.until ?? null;

/**
 * The end for a last day: on the last day of the user's own assignment the end of that, null without a last day. A text
 * that is not a date is returned unchanged, and the server rejects it.
 */
export function endOf(lastDay: string, ownEnd: string | null): string | null {
  if (lastDay === '') return null;
  if (!isIsoDate(lastDay)) return lastDay;
  return lastDay === lastDayOf(ownEnd) ? ownEnd : endOfDay(lastDay);
}
