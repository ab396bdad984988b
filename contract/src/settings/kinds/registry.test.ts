import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvCell, unescapeCsvCell } from '../../csv.ts';
import { text } from '../../fields.ts';
import { isAllowedBelow, resolveChain } from '../engine/effective-value.ts';
import type { SettingField } from '../engine/section.ts';
import { hotkeys } from '../sections/hotkeys.ts';
import {
  compareValues,
  displayText,
  equalValues,
  type FieldKind,
  fieldKinds,
  formatCell,
  isSecret,
  type KindField,
  matchesSchema,
  parseCell,
  parseValue,
  redact,
} from './registry.ts';

const kinds = Object.keys(fieldKinds) as FieldKind[];
const readableKinds = kinds.filter((kind) => !isSecret({ kind }));

const choices = ['Cash', 'Card', 'Gift; card', ' padded', '[1]'] as const;
const columns = {
  code: { kind: 'text', defaultValue: '' },
  amount: { kind: 'number', defaultValue: null },
  tenders: { kind: 'multi-choice', choices, defaultValue: [] },
} as const;
const properties = {
  row: { kind: 'number', required: true, defaultValue: 1 },
  label: { kind: 'text', defaultValue: '' },
} as const;
// layouts of hotkeys validate columns of their own
const fieldOfKind = (kind: FieldKind): KindField =>
  kind === 'hotkeys' ? hotkeys.fields.keys : { kind, choices, columns, properties };

const twoDigits = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'));
const image = fc.uuid().map((id) => `/files/${id}`);
/** Texts of one line, without those that fields reject, such as blank fillers. */
const line = fc
  .oneof(
    fc.string({ maxLength: 40, unit: 'grapheme' }),
    fc.constantFrom('', 'inherit', 'None', '"quoted"', '{}', '[]', '=1+1', "'=1", '-5', 'a, b; c'),
  )
  .filter((value) => text(256).safeParse(value).success);

/** Arbitrary valid values of every kind, for a field without limits that has these choices. */
const validValues = (choices: readonly string[]): Readonly<Record<FieldKind, fc.Arbitrary<unknown>>> => ({
  text: line,
  secret: line.filter((text) => text.trim() !== ''),
  multiline: fc
    .array(line, { maxLength: 4 })
    .chain((lines) => fc.constantFrom('\n', '\r\n').map((end) => lines.join(end))),
  product: line.map((text) => text.trim().normalize('NFC')).filter((text) => text !== ''),
  switch: fc.boolean(),
  choice: fc.constantFrom(...choices),
  'multi-choice': fc.subarray([...choices]),
  duration: fc.tuple(twoDigits(99), twoDigits(59), twoDigits(59)).map((parts) => parts.join(':')),
  time: fc.tuple(twoDigits(23), twoDigits(59)).map((parts) => parts.join(':')),
  date: fc
    .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  number: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })).map((value) => value + 0),
  colour: fc.stringMatching(/^#[0-9a-f]{6}$/),
  image,
  group: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.oneof(fc.boolean(), image)),
  object: fc.record({ row: fc.integer({ min: 0, max: 9 }), label: line }, { requiredKeys: ['row'] }),
  media: fc.record(
    { file: fc.uuid().map((id) => `/files/${id}/${'a'.repeat(24)}.webp`), alt: line },
    { requiredKeys: ['file'] },
  ),
  'sku-selection': fc
    .record({
      skus: fc.uniqueArray(fc.stringMatching(/^[A-Z0-9-]{1,12}$/), { minLength: 2, maxLength: 2 }),
      count: fc.integer({ min: 0, max: 2 }),
      names: fc.constantFrom('', 'name', 'number', 'none'),
    })
    .map(({ skus, count, names }) => ({
      SKU_selection: skus.slice(0, count).join(', '),
      isVat: count === 0 ? {} : { [skus[0]!]: true },
      ...(names !== 'none' && {
        name_SKU_selection: names === 'name' ? '' : 'KS-NAME',
        number_SKU_selection: names === 'number' ? '' : 'KS-NUMBER',
        disable_for: names,
      }),
    })),
  hotkeys: fc.array(fc.record({ SKU: fc.stringMatching(/^[A-Z]{1,9}$/), displayName: fc.stringMatching(/^\w{1,9}$/) })),
  url: fc.webUrl({ validSchemes: ['https'], withQueryParameters: true }),
  ipv4: fc.ipV4(),
  list: fc.array(
    fc.record(
      { code: line, amount: fc.option(fc.integer()), tenders: fc.subarray([...choices]) },
      { requiredKeys: ['code'] },
    ),
    { maxLength: 4 },
  ),
});

describe.each(readableKinds)('a value of the kind %s', (kind) => {
  const field = fieldOfKind(kind);
  const values = validValues(choices)[kind];

  test('is stored in a form that is valid again and does not change', () => {
    fc.assert(
      fc.property(values, (input) => {
        const parsed = parseValue(field, input);
        expect(parsed).toHaveProperty('value');
        if (!('value' in parsed)) return;
        expect(parseValue(field, parsed.value)).toEqual(parsed);
        expect(matchesSchema(field, parsed.value)).toBe(true);
        expect(redact(field, parsed.value)).toEqual(parsed.value);
      }),
    );
  });

  test('is the same after it was stored as JSON', () => {
    fc.assert(
      fc.property(values, (input) => {
        const parsed = parseValue(field, input);
        if (!('value' in parsed)) throw new Error('the value is not valid');
        expect(equalValues(field, JSON.parse(JSON.stringify(parsed.value)), parsed.value)).toBe(true);
      }),
    );
  });

  test('is the same after it was written to a CSV file and read from it', () => {
    fc.assert(
      fc.property(values, (input) => {
        const parsed = parseValue(field, input);
        if (!('value' in parsed)) throw new Error('the value is not valid');
        const cell = formatCell(field, parsed.value);
        expect(cell).not.toBe('');
        // the import trims cells and removes the apostrophe before a formula
        const read = unescapeCsvCell(unquoted(csvCell(cell)).trim());
        expect(parseCell(field, read)).toEqual({ value: JSON.parse(JSON.stringify(parsed.value)) });
      }),
    );
  });
});

const unquoted = (cell: string) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);

describe.each(kinds.filter((kind) => fieldKinds[kind].compare))('values of the kind %s', (kind) => {
  const values = validValues(choices)[kind];

  test('have a total order that agrees with their equality', () => {
    fc.assert(
      fc.property(values, values, values, (first, second, third) => {
        const field = fieldOfKind(kind);
        const compare = (one: unknown, other: unknown) => Math.sign(compareValues(field, one, other) ?? Number.NaN);
        expect(compare(first, second) + compare(second, first)).toBe(0);
        expect(compare(first, second) === 0).toBe(equalValues(field, first, second));
        if (compare(first, second) <= 0 && compare(second, third) <= 0)
          expect(compare(first, third)).toBeLessThanOrEqual(0);
      }),
    );
  });

  test('below a stricter value apply only if they are not less strict', () => {
    fc.assert(
      fc.property(values, values, fc.constantFrom('less', 'more'), (bound, value, stricter) => {
        const field: SettingField = { ...fieldOfKind(kind), defaultValue: null, stricter };
        const above = { value: bound, mode: 'tighten' } as const;
        const order = compareValues(field, value, bound) ?? 0;
        const isAllowed = stricter === 'less' ? order <= 0 : order >= 0;
        expect(isAllowedBelow(field, value, [above])).toBe(isAllowed);
        expect(resolveChain(field, [above, { value, mode: 'free' }]).effectiveIndex).toBe(isAllowed ? 1 : 0);
      }),
    );
  });

  test('cannot be compared with a value of another type or with none', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(compareValues(fieldOfKind(kind), value, null)).toBeUndefined();
        expect(compareValues(fieldOfKind(kind), [], value)).toBeUndefined();
      }),
    );
  });
});

test('a required field of any kind refuses null and an empty text as missing, and another one accepts null', () => {
  const always: readonly FieldKind[] = ['switch', 'group', 'secret'];
  for (const kind of kinds.filter((name) => !always.includes(name))) {
    const field = fieldOfKind(kind);
    expect([kind, parseValue({ ...field, required: true }, null)]).toEqual([kind, { error: 'field.required' }]);
    expect([kind, parseValue(field, null)]).toEqual([kind, { value: null }]);
  }
  for (const kind of ['text', 'multiline', 'number', 'choice', 'date', 'time', 'url', 'ipv4', 'duration'] as const)
    expect([kind, parseValue({ ...fieldOfKind(kind), required: true }, '')]).toEqual([
      kind,
      { error: 'field.required' },
    ]);
  expect(parseValue({ kind: 'multi-choice', choices, required: true }, [])).toEqual({ error: 'field.required' });
});

const number: KindField = { kind: 'number', min: 0.5, max: 10, step: 0.1 };

test.each<[KindField, unknown, string]>([
  [number, 0.4, 'field.tooSmall'],
  [number, 10.1, 'field.tooLarge'],
  [number, 0.55, 'field.step'],
  [number, '5', 'field.number'],
  [number, Number.NaN, 'field.number'],
  [number, Infinity, 'field.number'],
  [{ kind: 'date' }, '2026-02-29', 'field.date'],
  [{ kind: 'date' }, '29.02.2028', 'field.date'],
  [{ kind: 'date', min: '2026-01-01' }, '2025-12-31', 'field.tooSmall'],
  [{ kind: 'date', max: '2026-01-01' }, '2026-01-02', 'field.tooLarge'],
  [{ kind: 'time' }, '24:00', 'field.time'],
  [{ kind: 'time' }, '8:30', 'field.time'],
  [{ kind: 'time', min: '08:00' }, '07:59', 'field.tooSmall'],
  [{ kind: 'duration', max: '01:00:00' }, '01:00:01', 'field.tooLarge'],
  [{ kind: 'url' }, 'http://shop.example.com', 'field.webAddress'],
  [{ kind: 'url' }, 'https://user:password@shop.example.com', 'field.webAddress'],
  [{ kind: 'url' }, 'javascript:alert(1)', 'field.webAddress'],
  [{ kind: 'url', maxLength: 20 }, 'https://shop.example.com', 'field.tooLong'],
  [{ kind: 'ipv4' }, '10.0.0.256', 'field.ipAddress'],
  [{ kind: 'ipv4' }, '010.0.0.1', 'field.ipAddress'],
  [{ kind: 'ipv4' }, '::1', 'field.ipAddress'],
  [{ kind: 'multi-choice', choices }, ['Cheque'], 'field.invalid'],
  [{ kind: 'choice', choices }, 'Cheque', 'field.invalid'],
  [{ kind: 'multiline', maxLength: 3 }, 'a\nbc', 'field.tooLong'],
  [{ kind: 'multiline' }, 'bell \u0007', 'field.invalidCharacter'],
  [{ kind: 'text' }, 'a\nb', 'field.invalidCharacter'],
  [{ kind: 'switch' }, 'on', 'field.invalid'],
])('%o refuses %o as %s', (field, value, error) => {
  expect(parseValue(field, value)).toEqual({ error });
});

test('a number is accepted on its step in spite of inexact binary fractions', () => {
  for (const value of [0.5, 0.6, 0.7, 1.1, 3.3, 9.9, 10]) expect(parseValue(number, value)).toEqual({ value });
});

test('a selection of several choices is stored once each, in the declared order', () => {
  expect(parseValue({ kind: 'multi-choice', choices }, ['Card', 'Cash', 'Card'])).toEqual({ value: ['Cash', 'Card'] });
});

test('a text with line breaks is stored with line feeds and shown on one line', () => {
  expect(parseValue({ kind: 'multiline' }, ' one\r\n\r\ntwo\rthree\n')).toEqual({ value: 'one\n\ntwo\nthree' });
  expect(displayText({ kind: 'multiline' }, 'one\n\ntwo')).toBe('one · two');
});

test('cells accept the forms in which a spreadsheet writes numbers, times, choices and switches', () => {
  expect(parseCell({ kind: 'number' }, '1.50')).toEqual({ value: 1.5 });
  expect(parseCell({ kind: 'number' }, '1,5')).toEqual({ value: 1.5 });
  expect(parseCell({ kind: 'number' }, '8.000')).toEqual({ error: 'field.numberAmbiguous' });
  expect(parseCell({ kind: 'time' }, '8:30:00')).toEqual({ value: '08:30' });
  expect(parseCell({ kind: 'multi-choice', choices }, 'Card;Cash')).toEqual({ value: ['Cash', 'Card'] });
  expect(parseCell({ kind: 'switch' }, 'TRUE')).toEqual({ value: true });
  expect(parseCell({ kind: 'date' }, 'None')).toEqual({ value: null });
});

test('a secret is null in responses, and what is stored for it is valid unless it was deleted', () => {
  const field: KindField = { kind: 'secret' };
  expect(redact(field, 'abc')).toBeNull();
  expect(displayText(field, 'abc')).not.toContain('abc');
  expect(matchesSchema(field, { key: 'k', sealed: 's' })).toBe(true);
  expect(matchesSchema(field, null)).toBe(false);
});

const reasons: KindField = {
  kind: 'list',
  columns: { code: { kind: 'text', required: true, defaultValue: '' }, limit: { kind: 'number', defaultValue: 0 } },
  keyColumns: ['code'],
  maxRows: 3,
};

test.each<[unknown, readonly { path: string; code: string }[]]>([
  [[{ code: 'A' }, { code: '' }], [{ path: '1.code', code: 'field.required' }]],
  [
    [{ limit: 'x' }, { code: 'B', limit: '1' }],
    [
      { path: '0.code', code: 'field.required' },
      { path: '0.limit', code: 'field.number' },
      { path: '1.limit', code: 'field.number' },
    ],
  ],
  [[{ code: 'A' }, { code: 'B' }, { code: 'A' }], [{ path: '2.code', code: 'field.duplicateKey' }]],
])('a list refuses %o and names each row and column that is not valid', (value, parts) => {
  expect(parseValue(reasons, value)).toEqual({ error: parts[0]!.code, parts });
});

test('a list refuses more rows than it may have, and a value that is none', () => {
  const rows = ['A', 'B', 'C', 'D'].map((code) => ({ code }));
  expect(parseValue(reasons, rows)).toEqual({ error: 'field.tooManyRows' });
  expect(parseValue(reasons, 'A')).toEqual({ error: 'field.invalid' });
  expect(parseValue({ ...reasons, required: true }, [])).toEqual({ error: 'field.required' });
});

test('a row of a list has the default value of a column that it does not name, and no other columns', () => {
  expect(parseValue(reasons, [{ code: 'A', colour: 'red' }])).toEqual({ value: [{ code: 'A', limit: 0 }] });
});
