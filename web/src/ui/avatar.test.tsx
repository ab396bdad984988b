import { expect, test } from 'vitest';
import { render } from '../../test/render.tsx';
import { Avatar, initials } from './avatar.tsx';

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

test('an avatar keeps its tint when somebody takes another name, and five people may have five', () => {
  const tintOf = (id: string, name: string) =>
    render(<Avatar id={id} name={name} />)
      .container.querySelector('[data-tint]')
      ?.getAttribute('data-tint');
  expect(tintOf('person-1', 'Amelia Hartley')).toBe(tintOf('person-1', 'Amelia Stone'));
  const people = Array.from({ length: 20 }, (_, at) => tintOf(`0199a000-0000-7000-8000-${at}`, 'Amelia Hartley'));
  expect(new Set(people).size).toBe(5);
});
