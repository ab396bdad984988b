/** The instant that a local time means, and whether clocks skip it or show it twice on that day. */
export type LocalInstant = { readonly at: string; readonly clock: 'usual' | 'skipped' | 'repeated' };

const dayLength = 86_400_000;

/**
 * The instant of a local time such as `2026-03-29T02:30` in a time zone, as the database reads it: a skipped time by the
 * offset before the clocks change, a time that occurs twice by the offset after it.
 */
export function instantOf(localTime: string, timeZone: string): LocalInstant {
  const asUtc = Date.parse(`${localTime}Z`);
  const offsetAt = (instant: number) => wallTime(instant, timeZone) - instant;
  const before = asUtc - offsetAt(asUtc - dayLength);
  const after = asUtc - offsetAt(asUtc + dayLength);
  const isShown = (instant: number) => wallTime(instant, timeZone) === asUtc;
  const instantAt = (instant: number, clock: LocalInstant['clock']) => ({ at: new Date(instant).toISOString(), clock });
  if (before === after) return instantAt(before, 'usual');
  if (isShown(before)) return isShown(after) ? instantAt(after, 'repeated') : instantAt(before, 'usual');
  return isShown(after) ? instantAt(after, 'usual') : instantAt(before, 'skipped');
}

/** What a clock of a time zone shows at an instant, to the second, as milliseconds of the same time in UTC. */
export function wallTime(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(instant);
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day, hour, minute, second } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
