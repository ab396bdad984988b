import { expect, test } from 'vitest';
import { localTimes, noLocalTimes } from '../../../test/times.ts';
import { StartsAt } from './timestamps.ts';

test.each(noLocalTimes)('a change cannot start at “%s”', (text) => {
  expect(StartsAt.safeParse(text).success).toBe(false);
});

test('a change can start at any local time, also one that clocks skip or show twice', () => {
  for (const [, localTime] of localTimes) expect(StartsAt.parse(localTime)).toBe(localTime);
});
