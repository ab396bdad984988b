import { expect, test } from 'vitest';
import { type KindField, productsNamed } from './registry.ts';

const product: KindField = { kind: 'product' };
const columns = {
  label: { kind: 'text', defaultValue: '' },
  product: { kind: 'product', defaultValue: null },
} as const;

test.for<[string, KindField, unknown, readonly string[]]>([
  ['a field', product, 'KS-1001', ['KS-1001']],
  ['a field without value', product, null, []],
  ['a property of an object', { kind: 'object', properties: columns }, { label: 'x', product: 'KS-1001' }, ['KS-1001']],
  [
    'the rows of a list, each once',
    { kind: 'list', columns },
    [{ product: 'KS-1' }, { label: 'KS-3' }, { product: 'KS-2' }, { product: 'KS-1' }],
    ['KS-1', 'KS-2'],
  ],
  [
    'a row that a node adds to a list',
    { kind: 'list', columns, inheritance: 'rows' },
    { action: 'add', values: { label: 'x', product: 'KS-1' } },
    ['KS-1'],
  ],
  ['a row that a node hides', { kind: 'list', columns, inheritance: 'rows' }, { action: 'hide' }, []],
  ['a text that looks like a SKU', { kind: 'text' }, 'KS-1001', []],
])('the products that %s names are known', ([, field, value, expected]) => {
  expect(productsNamed(field, value)).toEqual(expected);
});
