import { expect, test } from 'vitest';
import { timeOfDayIn } from './time-of-day.ts';

test.each([
  ['08:30', '08:30'],
  ['8:30', '08:30'],
  ['8.30', '08:30'],
  ['0830', '08:30'],
  ['830', '08:30'],
  ['8h30', '08:30'],
  ['08:30:00', '08:30'],
  ['８：３０', '08:30'],
  ['　２０：０５ ', '20:05'],
  ['8:30 am', '08:30'],
  ['8:30 PM', '20:30'],
  ['8:30 p.m.', '20:30'],
  ['12:15 AM', '00:15'],
  ['12 pm', '12:00'],
  ['0:00', '00:00'],
  ['23:59', '23:59'],
])('%s is the time of day %s', (text, time) => {
  expect(timeOfDayIn(text)).toBe(time);
});

test.each([
  '',
  '8',
  '24:00',
  '2400',
  '8:60',
  '8:3',
  '8:30:15',
  '13:00 pm',
  '0:30 am',
  '8:30 x',
  '8-30',
  '-8:30',
  'half nine',
])('“%s” is no time of day', (text) => {
  expect(timeOfDayIn(text)).toBeUndefined();
});
