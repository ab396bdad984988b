import { expect, test } from 'vitest';
import { typedTimes } from '../../test/times.ts';
import { timeOfDayIn } from './time-of-day.ts';

test.each(typedTimes)('%j is the time of day %s', (text, time) => {
  expect(timeOfDayIn(text)).toBe(time);
});
