import { expect, test } from 'vitest';
import { migrationErrors } from './check-migrations.ts';

const changelog =
  '# Changelog\n\n- **Upgrade**: 0002-next stops the release before. `orders_by_day` can be created beforehand.\n';
const release = { release: 7, functions: ['open_session'], changelog };

/** What is found in a migration that follows the others. */
function errorsOf(sql: string, ...earlier: readonly string[]): string[] {
  const names = ['0000-first.sql', '0001-second.sql'];
  const before = earlier.map((one, index) => ({ name: names[index]!, sql: one }));
  return migrationErrors([...before, { name: '0002-next.sql', sql }], '0001-second.sql', release);
}

test.for([
  [
    'a new table with everything',
    'create table visits (id int not null, unique (id)); create unique index v on visits (id); alter table visits add constraint c check (id > 0), alter column id set not null, drop column id;',
  ],
  ['a temporary table that is dropped', 'create temporary table t on commit drop as select 1; drop table t;'],
  ['a new column that may be null', 'alter table orders add column note text, add column paid boolean;'],
  [
    'a new column with a default',
    'alter table orders add column parts integer not null default 0, add paid boolean default false not null, add made timestamptz default now();',
  ],
  ['a constraint that is validated later', 'alter table orders add constraint c check (parts > 0) not valid;'],
  ['the validation of a constraint', 'alter table orders validate constraint c;'],
  ['a constraint that is dropped', 'alter table orders drop constraint if exists c, alter column note drop not null;'],
  ['an index that the changelog names', 'create index if not exists orders_by_day on orders (org_id, day);'],
  ['an index that is dropped or renamed', 'drop index orders_day; alter index a rename to b;'],
  [
    'row-level security, policies and privileges',
    'alter table orders enable row level security, force row level security; create policy base on orders to :"app" using (true); grant select on orders to :"app";',
  ],
  ['a function that the release creates again', 'drop function if exists open_session(text, int);'],
  [
    'comments and strings',
    "-- drop table orders;\n/* alter table orders\n rename to o; */ update orders set note = 'it''s; drop table orders;';",
  ],
  ['a new value of a type', "alter type state add value 'paid';"],
] as const)('accepts %s', ([, sql]) => {
  expect(errorsOf(sql)).toEqual([]);
});

test.for([
  ['drops the table orders', 'drop table orders;'],
  ['drops the table lines', 'create table fresh (id int); drop table if exists fresh, lines cascade;'],
  ['drops the type state', 'drop type if exists state;'],
  ['drops the view totals', 'drop view totals;'],
  ['drops the function count_orders', 'drop function count_orders(uuid, text[]);'],
  ['drops the column orders.note', 'alter table orders drop column if exists note;'],
  ['drops the column orders.note', 'alter table if exists only orders add x int, drop note;'],
  [
    'adds orders.both with a value for each row',
    'alter table orders add column both text not null generated always as (a || b) stored;',
  ],
  [
    'adds orders.key with a value for each row',
    'alter table orders add column key uuid not null default gen_random_uuid();',
  ],
  ['adds orders.number with a value for each row', 'alter table orders add number bigserial;'],
  [
    'validates a constraint of orders that it adds',
    'alter table orders add constraint c check (parts > 0) not valid; alter table orders validate constraint c;',
  ],
  ['drops the default of orders.note', 'alter table orders alter note drop default;'],
  ['renames orders', 'alter table orders rename to purchases;'],
  ['renames orders', 'ALTER TABLE orders\n  RENAME COLUMN note TO remark;'],
  ['renames orders', 'alter table orders rename constraint c to d;'],
  ['renames an object', "alter type state rename value 'paid' to 'settled';"],
  ['changes the type of orders.parts', 'alter table orders alter column parts type bigint;'],
  ['changes the type of orders.parts', 'alter table orders alter parts set data type numeric(10, 2);'],
  ['sets orders.note to not null', 'alter table orders alter column note set not null;'],
  ['adds orders.note as not null without a default', 'alter table orders add column note text not null;'],
  ['adds orders.code with an index', 'alter table orders add column if not exists code text unique;'],
  ['adds a constraint to orders', 'alter table orders add constraint c check (parts > 0);'],
  ['adds a constraint to orders', 'alter table orders add foreign key (org_id, id) references lines (org_id, id);'],
  ['adds a constraint to orders', 'alter table orders add constraint c unique (org_id, id);'],
  ['creates an index on orders', 'create index orders_by_day on orders (org_id, day);'],
  ['creates an index on orders', 'create index if not exists orders_by_week on orders (org_id, week);'],
  ['creates an index on orders', 'create index on orders (day);'],
  ['creates orders_by_day concurrently', 'create index concurrently if not exists orders_by_day on orders (day);'],
  ['makes columns of orders unique', 'create unique index if not exists orders_by_day on orders (day);'],
  ['drops the table orders', 'do $$ begin if true then drop table orders; end if; end $$;'],
] as const)('refuses what %s: %s', ([problem, sql]) => {
  expect(errorsOf(sql)).toEqual([expect.stringContaining(`api/migrations/0002-next.sql: ${problem}`)]);
});

test('judges no migration before the first one, and every later one', () => {
  const names = ['0000-first.sql', '0001-second.sql', '0002-next.sql', '0003-last.sql'];
  const errors = migrationErrors(
    names.map((name) => ({ name, sql: 'drop table orders;' })),
    '0001-second.sql',
    release,
  );
  expect(errors.map((error) => error.split(':')[0])).toEqual([
    'api/migrations/0002-next.sql',
    'api/migrations/0003-last.sql',
  ]);
});

const check = 'alter table orders add constraint note_given check (note is not null) not valid;';
const validation = 'alter table orders validate constraint note_given;';
const notNull = 'alter table orders alter column note set not null;';

test('accepts not null of a column whose check an earlier migration has validated', () => {
  expect(errorsOf(notNull, check, validation)).toEqual([]);
});

test.for([
  ['not validated', notNull, [check]],
  ['validated in the same migration', `${validation}${notNull}`, [check]],
  ['of another column', notNull, [check.replace('note is', 'parts is'), validation]],
  ['of another table', notNull, [check.replace('orders', 'lines'), validation.replace('orders', 'lines')]],
] as const)('refuses not null of a column whose check is %s', ([, sql, earlier]) => {
  expect(errorsOf(sql, ...earlier)).toEqual([expect.stringContaining('sets orders.note to not null')]);
});

test('accepts that an object is dropped that the release before does not use', () => {
  const drop = 'alter table orders drop column note;';
  expect(errorsOf(`-- Unused since release 6: the notes are in a table.\n${drop}`)).toEqual([]);
  expect(errorsOf(`-- unused since release 7: the notes are in a table.\n${drop}`)).toHaveLength(1);
  expect(errorsOf(`-- unused since release 6:\n${drop}`)).toHaveLength(1);
  expect(errorsOf('-- unused since release 6: it is long.\nalter table orders rename to o;')).toHaveLength(1);
});

test('accepts an exception with a reason that the changelog names, for its statement only', () => {
  const sql = '-- breaks the release before: its rows have no day.\nalter table orders rename to purchases;\n';
  expect(errorsOf(sql)).toEqual([]);
  expect(errorsOf(`${sql}alter table lines rename to parts;`)).toEqual([expect.stringContaining('renames lines')]);
  expect(errorsOf(sql.replace(' its rows have no day.', ''))).toHaveLength(1);
  const [error] = migrationErrors([{ name: '0003-other.sql', sql }], '0001-second.sql', release);
  expect(error).toContain('CHANGELOG.md does not name 0003-other');
});
