import { expect, test } from 'vitest';
import { localTimes } from '../../test/times.ts';
import { instantOf } from './local-time.ts';

test.each(localTimes)('in %s, %s is %s (%s)', (timeZone, localTime, instant, clock) => {
  expect(instantOf(localTime, timeZone)).toEqual({ at: `${instant}:00.000Z`, clock });
});
