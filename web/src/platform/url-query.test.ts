import { pageQuery } from '@storeward/contract/paging';
import { expect, test } from 'vitest';
import { parseSearch, stringifySearch, understood } from './url-query.ts';

const schema = pageQuery(['name']);

test('an address is read by the contract’s own rules', () => {
  expect(understood(schema, parseSearch('?search=ann&sort=name:desc&page=2&size=25'))).toEqual({
    search: 'ann',
    sort: 'name:desc',
    page: 2,
    size: 25,
  });
});

test('what is not valid in an address counts as absent, and the rest stays', () => {
  expect(understood(schema, parseSearch('?search=ann&sort=shoeSize:asc&page=-4&size=lots&utm=mail'))).toEqual({
    search: 'ann',
  });
});

test('words that look like numbers stay words', () => {
  expect(understood(schema, parseSearch('?search=007'))).toEqual({ search: '007' });
});

test('nothing and empty words leave no trace in the address', () => {
  expect([stringifySearch({ search: 'a&b', page: 0, sort: undefined }), stringifySearch({ search: '' })]).toEqual([
    '?search=a%26b&page=0',
    '',
  ]);
});
