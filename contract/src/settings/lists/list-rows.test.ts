import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listOf } from './list-field.ts';
import { effectiveFieldValue, type PathEntry, resolveRows } from './list-rows.ts';

const reasons = listOf({
  columns: {
    code: { kind: 'text', required: true, defaultValue: '' },
    limit: { kind: 'number', defaultValue: 0 },
  },
  keyColumns: ['code'],
  inheritance: 'rows',
});

const idOf = (name: string) => `00000000-0000-4000-8000-0000000000${name.charCodeAt(0).toString(16)}`;
const nameOf = (id: string) => String.fromCharCode(Number.parseInt(id.slice(-2), 16));

type Operation = 'hide' | { add: string; after?: string } | { replace: string };
type NodeInput = Readonly<Record<string, Operation>>;

/** The entries of one node: operations by the name of their row, locked rows, and the list's order and mode. */
function entriesOf(
  node: string,
  operations: NodeInput,
  { locked = '', order, mode = 'free' }: { locked?: string; order?: string | undefined; mode?: PathEntry['mode'] } = {},
): PathEntry[] {
  const rows = Object.entries(operations).map(([name, operation]): PathEntry => {
    const common = { node, row: idOf(name), mode: locked.includes(name) ? ('locked' as const) : ('free' as const) };
    if (operation === 'hide') return { ...common, value: { action: 'hide' } };
    if ('replace' in operation)
      return { ...common, value: { action: 'replace', values: { code: operation.replace }, replaced: {} } };
    const { add, after = 'last' } = operation;
    const anchor = after.length === 1 ? idOf(after) : after;
    return { ...common, value: { action: 'add', after: anchor, values: { code: add } } };
  });
  const list = { node, row: undefined, value: { order: order ? [...order].map(idOf) : null }, mode };
  return order === undefined && mode === 'free' ? rows : [list, ...rows];
}

/** The effective rows as text, such as `a=RET b=DMG`. */
const textOf = (entries: readonly PathEntry[]) =>
  resolveRows(reasons, entries)
    .rows.map(({ id, values }) => `${nameOf(id)}=${String(values['code'])}`)
    .join(' ');
const dormantOf = (entries: readonly PathEntry[]) =>
  resolveRows(reasons, entries).dormant.map(({ id, entry, cause }) => [entry.node, nameOf(id), cause]);

const top = entriesOf('top', { a: { add: 'A' }, b: { add: 'B', after: 'a' }, c: { add: 'C', after: 'b' } });

test('a node inherits the rows of the list above it, and adds, replaces and hides rows', () => {
  expect(textOf(top)).toBe('a=A b=B c=C');
  const store = entriesOf('store', { d: { add: 'D', after: 'a' }, b: { replace: 'X' }, c: 'hide' });
  expect(textOf([...top, ...store])).toBe('a=A d=D b=X');
});

test('a replaced row follows the list above in the columns that it did not change', () => {
  const [row, mode] = [idOf('a'), 'free'] as const;
  const topOf = (values: object): PathEntry => ({
    node: 'top',
    row,
    mode,
    value: { action: 'add', after: 'last', values },
  });
  const value = { action: 'replace', values: { code: 'A', limit: 5 }, replaced: { code: 'A', limit: 3 } };
  const rowOf = (values: object) => resolveRows(reasons, [topOf(values), { node: 'store', row, mode, value }]).rows[0];
  expect(rowOf({ code: 'A', limit: 3 })?.values).toEqual({ code: 'A', limit: 5 });
  expect(rowOf({ code: 'NEW', limit: 9 })?.values).toEqual({ code: 'NEW', limit: 5 });
  expect(rowOf({ code: 'NEW', limit: 9 })?.replaced).toEqual(value.replaced);
});

test('a row has the default values of columns that were stored without', () => {
  expect(effectiveFieldValue(reasons, entriesOf('top', { a: { add: 'A' } }))).toEqual([
    { id: idOf('a'), code: 'A', limit: 0 },
  ]);
  expect(effectiveFieldValue(reasons, [])).toBeUndefined();
});

test('a replacement of a row that is gone is dormant and never adds the row', () => {
  const below = entriesOf('store', { a: { replace: 'X' }, z: { replace: 'Z' }, y: 'hide' });
  expect(textOf([...entriesOf('region', { a: { add: 'A' } }), ...entriesOf('group', { a: 'hide' }), ...below])).toBe(
    '',
  );
  expect(
    dormantOf([...entriesOf('region', { a: { add: 'A' } }), ...entriesOf('group', { a: 'hide' }), ...below]),
  ).toEqual([
    ['store', 'a', 'gone'],
    ['store', 'z', 'gone'],
    ['store', 'y', 'gone'],
  ]);
});

test('a locked list ignores what nodes below do to it', () => {
  const entries = [
    ...top,
    ...entriesOf('region', { d: { add: 'D' } }, { mode: 'locked' }),
    ...entriesOf('store', { e: { add: 'E' }, a: 'hide', b: { replace: 'X' } }, { order: 'cba' }),
  ];
  expect(textOf(entries)).toBe('a=A b=B c=C d=D');
  expect(dormantOf(entries).map(([, , cause]) => cause)).toEqual(['listLocked', 'listLocked', 'listLocked']);
});

test('a list that nodes below may only shorten ignores other rows and orders', () => {
  const entries = [
    ...top,
    ...entriesOf('region', {}, { mode: 'tighten' }),
    ...entriesOf('store', { e: { add: 'E' }, a: 'hide', b: { replace: 'X' } }, { order: 'cba' }),
  ];
  expect(textOf(entries)).toBe('b=B c=C');
  expect(dormantOf(entries)).toEqual([
    ['store', 'e', 'onlyHide'],
    ['store', 'b', 'onlyHide'],
  ]);
});

test('a locked row can be neither replaced nor hidden below, but by the node that locked it', () => {
  const entries = [
    ...top,
    ...entriesOf('region', { a: { replace: 'X' } }, { locked: 'a' }),
    ...entriesOf('store', { a: 'hide', b: 'hide' }),
  ];
  expect(textOf(entries)).toBe('a=X c=C');
  expect(dormantOf(entries)).toEqual([['store', 'a', 'rowLocked']]);
  expect(resolveRows(reasons, entries).dormant[0]?.forbiddenBy?.node).toBe('region');
  expect(resolveRows(reasons, entries).bound).toBeUndefined();
});

test('a row shadows those of nodes above with the same key, which count again without it', () => {
  const store = entriesOf('store', { d: { add: 'B', after: 'first' } });
  const { shadowed } = resolveRows(reasons, [...top, ...store]);
  expect(textOf([...top, ...store])).toBe('d=B a=A c=C');
  expect(shadowed.map(({ row, by }) => [nameOf(row.id), nameOf(by)])).toEqual([['b', 'd']]);
  expect(textOf([...top, ...store, ...entriesOf('lower', { d: 'hide' })])).toBe('a=A b=B c=C');
});

test('an operation that does not fit the columns any more is dormant', () => {
  const value = { action: 'add', after: 'last', values: { code: '' } };
  expect(dormantOf([{ node: 'top', row: idOf('a'), value, mode: 'free' }])).toEqual([['top', 'a', 'invalid']]);
  expect(dormantOf([{ node: 'top', row: idOf('a'), value: 5, mode: 'free' }])).toEqual([['top', 'a', 'invalid']]);
});

test.each<[string, NodeInput, string | undefined, string]>([
  ['an added row stands first', { d: { add: 'D', after: 'first' } }, undefined, 'd a b c'],
  ['an added row whose anchor is missing stands last', { d: { add: 'D', after: 'z' } }, undefined, 'a b c d'],
  [
    'rows with the same anchor stand in the order of their ids',
    { f: { add: 'F', after: 'a' }, d: { add: 'D', after: 'a' } },
    undefined,
    'a d f b c',
  ],
  [
    'a row is anchored to another added row',
    { d: { add: 'D', after: 'e' }, e: { add: 'E', after: 'a' } },
    undefined,
    'a e d b c',
  ],
  [
    'rows that are anchored to each other stand last',
    { d: { add: 'D', after: 'e' }, e: { add: 'E', after: 'd' } },
    undefined,
    'a b c d e',
  ],
  [
    'a row keeps its place when its anchor is hidden here',
    { d: { add: 'D', after: 'b' }, b: 'hide' },
    undefined,
    'a d c',
  ],
  ['a node states an order', {}, 'cab', 'c a b'],
  ['rows that the order does not name follow the row they followed', {}, 'ca', 'c a b'],
  ['rows before the first that the order names stay there', {}, 'cb', 'a c b'],
  ['an order names rows that are gone', {}, 'zcyba', 'c b a'],
  ['the order has the last word about an added row', { d: { add: 'D', after: 'first' } }, 'abcd', 'a b c d'],
])('%s', (_, operations, order, expected) => {
  const entries = [...top, ...entriesOf('store', operations, order === undefined ? {} : { order })];
  const names = resolveRows(reasons, entries).rows.map(({ id }) => nameOf(id));
  expect(names.join(' ')).toBe(expected);
});

const names = 'abcdefgh'.split('');
const operationArbitrary: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ add: fc.constantFrom(...names), after: fc.constantFrom('first', 'last', ...names, 'z') }),
  fc.record({ replace: fc.constantFrom(...names) }),
  fc.constant('hide' as const),
);
const nodeArbitrary = fc.record({
  operations: fc.dictionary(fc.constantFrom(...names), operationArbitrary, { maxKeys: 6 }),
  locked: fc.constantFrom('', '', 'a', 'bd'),
  order: fc.option(
    fc.shuffledSubarray([...names, 'z']).map((part) => part.join('')),
    { nil: undefined, freq: 2 },
  ),
  mode: fc.constantFrom<PathEntry['mode']>('free', 'free', 'free', 'free', 'tighten', 'locked'),
});
const pathArbitrary = fc
  .array(nodeArbitrary, { maxLength: 5 })
  .map((path) => path.map(({ operations, ...settings }, index) => entriesOf(`node ${index}`, operations, settings)));

test('each row is once in the list, hidden or shadowed, and no two rows of the list have the same key', () => {
  fc.assert(
    fc.property(pathArbitrary, (path) => {
      const { rows, hidden, shadowed } = resolveRows(reasons, path.flat());
      const ids = [...rows, ...[...hidden, ...shadowed].map(({ row }) => row)].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const codes = rows.map(({ values }) => values['code']);
      expect(new Set(codes).size).toBe(codes.length);
      for (const { by } of shadowed) expect(rows.map(({ id }) => id)).toContain(by);
    }),
  );
});

test('operations without effect can be removed without any change of the list', () => {
  fc.assert(
    fc.property(pathArbitrary, (path) => {
      const entries = path.flat();
      const dormant = new Set(resolveRows(reasons, entries).dormant.map(({ entry }) => entry));
      expect(textOf(entries.filter((entry) => !dormant.has(entry)))).toBe(textOf(entries));
    }),
  );
});

test('the order in which the operations of one node are read does not matter', () => {
  fc.assert(
    fc.property(pathArbitrary, (path) => {
      expect(textOf(path.flatMap((entries) => entries.toReversed()))).toBe(textOf(path.flat()));
    }),
  );
});

test('nodes below a locked list have exactly its rows, and below a shortened one some of them in their order', () => {
  fc.assert(
    fc.property(pathArbitrary, pathArbitrary, (above, below) => {
      for (const mode of ['locked', 'tighten'] as const) {
        const bound = [...above.flat(), ...entriesOf('bound', {}, { mode })];
        const list = resolveRows(reasons, [...bound]).rows.map(({ id }) => id);
        const lower = below.flat().map((entry) => ({ ...entry, node: `lower ${entry.node}` }));
        const after = resolveRows(reasons, [...bound, ...lower]);
        const ids = after.rows.map(({ id }) => id);
        if (mode === 'locked') expect(ids).toEqual(list);
        // a shadowed row is effective again once the other one is hidden
        const known = new Set(list);
        expect(ids.filter((id) => known.has(id))).toEqual(list.filter((id) => ids.includes(id)));
      }
    }),
  );
});

test('rows that an order does not name directly follow the row before them', () => {
  fc.assert(
    fc.property(pathArbitrary, fc.shuffledSubarray(names), (path, order) => {
      const free = path.flat().map((entry) => (entry.row === undefined ? { ...entry, mode: 'free' as const } : entry));
      const unkeyed = { ...reasons, keyColumns: [] };
      const before = resolveRows(unkeyed, free).rows.map(({ id }) => nameOf(id));
      const entries = [...free, ...entriesOf('last', {}, { order: order.join('') })];
      const after = resolveRows(unkeyed, entries).rows.map(({ id }) => nameOf(id));
      expect(after.filter((name) => order.includes(name))).toEqual(order.filter((name) => before.includes(name)));
      for (const [index, name] of before.entries())
        if (!order.includes(name)) expect(after[after.indexOf(name) - 1]).toBe(before[index - 1]);
    }),
  );
});
