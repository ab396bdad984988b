import { splitOffset } from '@storeward/contract/reference/local-time';
import { StartsAt } from '@storeward/contract/settings/engine/timestamps';
import { isIsoDate } from '../../platform/text/date-input.ts';

/** Whether a start can be saved: an existing date with a time of day. */
export const isStart = (startsAt: string): boolean => StartsAt.safeParse(startsAt).success;

/** The start of a day and a time, each perhaps a text that names none; a line break, which no field contains, parts those. */
export const joinStart = (day: string, time: string): string => `${day}${isIsoDate(day) ? 'T' : '\n'}${time}`;

/** The day and the time of a start, as they were joined, without the offset of a time that occurs twice. */
export function splitStart(startsAt: string): { readonly day: string; readonly time: string } {
  const { localTime } = splitOffset(startsAt);
  const end = localTime.search(/(?<=^\d{4}-\d\d-\d\d)T|\n/);
  return end < 0 ? { day: localTime, time: '' } : { day: localTime.slice(0, end), time: localTime.slice(end + 1) };
}
