import { pageQuery } from '@storeward/contract/paging';
import { expect, test } from 'vitest';
import { parseSearch, stringifySearch, parseQuery } from './url-query.ts';

const schema = pageQuery(['name']);

test('a query string is parsed by the contract’s schema', () => {
  expect(parseQuery(schema, parseSearch('?search=ann&sort=name:desc&page=2&size=25'))).toEqual({
    search: 'ann',
    sort: 'name:desc',
    page: 2,
    size: 25,
  });
});

test('invalid query parameters count as absent and the others stay', () => {
  expect(parseQuery(schema, parseSearch('?search=ann&sort=shoeSize:asc&page=-4&size=lots&utm=mail'))).toEqual({
    search: 'ann',
  });
});

test('text that looks like a number stays text', () => {
  expect(parseQuery(schema, parseSearch('?search=007'))).toEqual({ search: '007' });
});

test('undefined and empty values are left out of the query string', () => {
  expect([stringifySearch({ search: 'a&b', page: 0, sort: undefined }), stringifySearch({ search: '' })]).toEqual([
    '?search=a%26b&page=0',
    '',
  ]);
});
