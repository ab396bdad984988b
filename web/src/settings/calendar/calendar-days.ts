import { wallTime } from '@storeward/contract/reference/local-time';

const dayMs = 86_400_000;

/** How many days the calendar shows. */
export const shownDays = 14;

/** Days are ISO dates such as `2026-11-23`, without a time zone. */
export const addDays = (day: string, count: number): string => isoDay(Date.parse(day) + count * dayMs);

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Today in a time zone. */
export const todayIn = (timeZone: string): string => isoDay(wallTime(Date.now(), timeZone));

/** The Monday of the week of a day. */
export const weekStart = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

export const isWeekend = (day: string): boolean => [0, 6].includes(new Date(day).getUTCDay());

/** Where an instant is in the calendar by the clocks of its location: 0 at the start of its first day, 1 after its last. */
export const positionOf = (instant: string, timeZone: string, firstDay: string): number =>
  (wallTime(Date.parse(instant), timeZone) - Date.parse(firstDay)) / (shownDays * dayMs);

/** The instants that the days of a calendar have in any time zone. */
export const periodOf = (firstDay: string): { readonly from: string; readonly to: string } => ({
  from: new Date(Date.parse(firstDay) - 14 * 3_600_000).toISOString(),
  to: new Date(Date.parse(firstDay) + shownDays * dayMs + 14 * 3_600_000).toISOString(),
});
