import { displayTimeZone } from './i18n.ts';

/** A filter by days with the time zone of these days, in which the portal shows dates and times; empty without days. */
export function dayFilter<D extends Readonly<Record<string, string | undefined>>>(
  days: D,
): Partial<D & { timeZone: string }> {
  return Object.values(days).some((day) => day !== undefined) ? { ...days, timeZone: displayTimeZone() } : {};
}
