import { expect, test } from 'vitest';
import { triggerErrors, triggersOf } from './check-triggers.ts';

const baseline = `
-- create trigger never_made after insert on orders for each row execute function nothing();
create trigger orders_are_counted after insert or
  update of amount on orders
  referencing new table as fresh for each statement execute function count_orders();
create trigger lines_are_checked before delete on lines for each row when (old.amount > 0) execute function check_line();`;

const orders =
  '| `orders_are_counted` | `orders` | after insert or update of amount, by statement | `count_orders` | Counts. |';
const lines = '| `lines_are_checked` | `lines` | before delete, by row | `check_line` | Checks. |';

const errorsOf = (rows: readonly string[], ...migrations: readonly string[]) =>
  triggerErrors(triggersOf([baseline, ...migrations]), ['# Title', ...rows].join('\n'));

test('accepts a page with a row for every trigger', () => {
  expect(errorsOf([orders, lines])).toEqual([]);
});

test('refuses a trigger without a row', () => {
  expect(errorsOf([orders])).toEqual([
    'add the row of this trigger, once: | `lines_are_checked` | `lines` | before delete, by row | `check_line` | <what for> |',
  ]);
});

test.for([
  ['a trigger that a migration drops', 'drop trigger if exists lines_are_checked on lines;'],
  ['a trigger of a table that a migration drops', 'drop table lines;'],
] as const)('refuses the row of %s', ([, migration]) => {
  expect(errorsOf([orders, lines], migration)).toEqual([
    `remove or correct this row, which belongs to no trigger: ${lines}`,
  ]);
});

test.for([
  ['another table', lines.replace('`lines`', '`orders`')],
  ['another event', lines.replace('delete', 'insert')],
  ['another level', lines.replace('by row', 'by statement')],
  ['another function', lines.replace('check_line', 'check_order')],
  ['no purpose', lines.replace('Checks.', '')],
] as const)('refuses a row with %s', ([, row]) => {
  expect(errorsOf([orders, row])).toHaveLength(2);
});

test('refuses a second row of a trigger', () => {
  expect(errorsOf([orders, lines, lines])).toHaveLength(1);
});

test('follows a trigger that a migration makes anew', () => {
  const migration = `drop trigger lines_are_checked on lines;
create trigger lines_are_checked after delete on lines for each row execute function check_line();`;
  expect(errorsOf([orders, lines.replace('before', 'after')], migration)).toEqual([]);
});
