import { expect, test } from 'vitest';
import { render } from '../../../test/render.tsx';
import { Avatar, initials } from './avatar.tsx';

test('takes the initials of the first and the last name', () => {
  expect(initials('Amelia Hartley')).toBe('AH');
  expect(initials('Ingrid van den Berghe')).toBe('IB');
  expect(initials('  leilani ')).toBe('L');
});

test('takes one character of a name that is not in Latin script', () => {
  expect(initials('李晓雯')).toBe('李');
  expect(initials('佐藤 春香')).toBe('佐');
});

test('returns no initials for an empty name', () => {
  expect(initials('')).toBe('');
});

test("keeps the avatar's tint when the name changes, and uses all five tints", () => {
  const tintOf = (id: string, name: string) =>
    render(<Avatar id={id} name={name} />)
      .container.querySelector('[data-tint]')
      ?.getAttribute('data-tint');
  expect(tintOf('person-1', 'Amelia Hartley')).toBe(tintOf('person-1', 'Amelia Stone'));
  const tints = Array.from({ length: 20 }, (_, index) => tintOf(`0199a000-0000-7000-8000-${index}`, 'Amelia Hartley'));
  expect(new Set(tints).size).toBe(5);
});
