import { expect, test } from 'vitest';
import { initials } from './avatar.tsx';

test('an avatar shows the first letters of the first and the last name', () => {
  expect(initials('Amelia Hartley')).toBe('AH');
  expect(initials('Ingrid van den Berghe')).toBe('IB');
  expect(initials('  leilani ')).toBe('L');
});

test('an avatar shows one sign of a name that is not written in Latin letters', () => {
  expect(initials('李晓雯')).toBe('李');
  expect(initials('佐藤 春香')).toBe('佐');
});

test('an avatar of nobody shows nothing', () => {
  expect(initials('')).toBe('');
});
