import { expect, test } from 'vitest';
import { localTimes } from '../../test/times.ts';
import { instantOf, isRepeated, repeatedTimes } from './local-time.ts';

test.each(localTimes)('in %s, %s is %s (%s)', (timeZone, localTime, instant, clock) => {
  expect(instantOf(localTime, timeZone)).toEqual({ at: `${instant}:00.000Z`, clock });
});

test.each([
  ['Europe/London', '2026-10-25T01:30', ['2026-10-25T01:30+01:00', '2026-10-25T01:30+00:00']],
  ['America/New_York', '2026-11-01T01:30', ['2026-11-01T01:30-04:00', '2026-11-01T01:30-05:00']],
  ['Australia/Lord_Howe', '2026-04-05T01:45', ['2026-04-05T01:45+11:00', '2026-04-05T01:45+10:30']],
  ['Europe/London', '2026-03-29T01:30', undefined],
  ['Europe/London', '2026-06-01T01:30', undefined],
])('in %s, the times that %s means are %s, and each is an instant of its own', (timeZone, localTime, times) => {
  expect(repeatedTimes(localTime, timeZone)).toEqual(times);
  for (const time of times ?? [])
    expect(instantOf(time, timeZone)).toEqual({ at: new Date(time).toISOString(), clock: 'repeated' });
});

test.each([
  ['2026-10-25T00:30:00.000Z', true],
  ['2026-10-25T01:59:59.000Z', true],
  ['2026-10-24T23:59:59.000Z', false],
  ['2026-10-25T02:00:00.000Z', false],
])('whether clocks in London show the time of %s twice: %s', (instant, isTwice) => {
  expect(isRepeated(instant, 'Europe/London')).toBe(isTwice);
});
