/** The instant that a local time means, and whether clocks skip it or show it twice on that day. */
export type LocalInstant = { readonly at: string; readonly clock: 'usual' | 'skipped' | 'repeated' };

const dayLength = 86_400_000;

/**
 * The instant of a local time such as `2026-03-29T02:30` in a time zone, as the database reads it: a skipped time by the
 * offset before the clocks change, a time that occurs twice by the offset after it, or by the one that it names.
 */
export function instantOf(time: string, timeZone: string): LocalInstant {
  const { localTime, offset } = splitOffset(time);
  const instant = withoutOffset(localTime, timeZone);
  return offset ? { ...instant, at: new Date(time).toISOString() } : instant;
}

function withoutOffset(localTime: string, timeZone: string): LocalInstant {
  const { asUtc, offsets } = readingsOf(localTime, timeZone);
  const [before, after] = [asUtc - offsets[0], asUtc - offsets[1]];
  const isShown = (instant: number) => wallTime(instant, timeZone) === asUtc;
  const instantAt = (instant: number, clock: LocalInstant['clock']) => ({ at: new Date(instant).toISOString(), clock });
  if (before === after) return instantAt(before, 'usual');
  if (isShown(before)) return isShown(after) ? instantAt(after, 'repeated') : instantAt(before, 'usual');
  return isShown(after) ? instantAt(after, 'usual') : instantAt(before, 'skipped');
}

/** A local time in milliseconds, and the offsets of the clock a day before and a day after it. */
function readingsOf(localTime: string, timeZone: string) {
  const asUtc = Date.parse(`${localTime}Z`);
  const offsetAt = (instant: number) => wallTime(instant, timeZone) - instant;
  return { asUtc, offsets: [offsetAt(asUtc - dayLength), offsetAt(asUtc + dayLength)] as const };
}

/** The two times with offset that a local time means where clocks show it twice, the earlier one first. */
export function repeatedTimes(localTime: string, timeZone: string): readonly [string, string] | undefined {
  if (instantOf(localTime, timeZone).clock !== 'repeated') return undefined;
  const [first, second] = readingsOf(localTime, timeZone).offsets;
  return [`${localTime}${offsetText(first)}`, `${localTime}${offsetText(second)}`];
}

/** Whether clocks of the time zone show what they show at an instant a second time on that day. */
export const isRepeated = (instant: string, timeZone: string): boolean =>
  instantOf(new Date(wallTime(Date.parse(instant), timeZone)).toISOString().slice(0, 16), timeZone).clock ===
  'repeated';

/** A local time and the offset of the clock that it may name, such as `2026-10-25T01:30` and `+01:00`. */
export function splitOffset(time: string): { readonly localTime: string; readonly offset: string } {
  const [, localTime = time, offset = ''] = /^(.*T\d\d:\d\d)([+-]\d\d:\d\d)$/.exec(time) ?? [];
  return { localTime, offset };
}

function offsetText(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const twoDigits = (count: number) => String(count).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

// making one takes far longer than using it
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  clocks.set(timeZone, clock);
  return clock;
}

/** What a clock of a time zone shows at an instant, to the second, as milliseconds of the same time in UTC. */
export function wallTime(instant: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(instant);
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day, hour, minute, second } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
