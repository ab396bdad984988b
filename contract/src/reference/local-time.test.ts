import { expect, test } from 'vitest';
import { instantOf } from './local-time.ts';

test.each([
  ['Europe/London', '2026-03-29T00:59', '2026-03-29T00:59:00.000Z', 'usual'],
  ['Europe/London', '2026-03-29T01:30', '2026-03-29T01:30:00.000Z', 'skipped'],
  ['Europe/London', '2026-03-29T02:00', '2026-03-29T01:00:00.000Z', 'usual'],
  ['Europe/London', '2026-10-25T00:59', '2026-10-24T23:59:00.000Z', 'usual'],
  ['Europe/London', '2026-10-25T01:30', '2026-10-25T01:30:00.000Z', 'repeated'],
  ['Europe/London', '2026-10-25T02:00', '2026-10-25T02:00:00.000Z', 'usual'],
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z', 'skipped'],
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T06:30:00.000Z', 'repeated'],
  ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00.000Z', 'skipped'],
  ['Asia/Kathmandu', '2026-06-01T00:00', '2026-05-31T18:15:00.000Z', 'usual'],
  ['UTC', '2026-03-29T02:30', '2026-03-29T02:30:00.000Z', 'usual'],
])('in %s, %s is %s (%s)', (timeZone, localTime, at, clock) => {
  expect(instantOf(localTime, timeZone)).toEqual({ at, clock });
});
