import { expect, test } from 'vitest';
import { pageQuery, pageWanted } from './paging.ts';

const query = pageQuery(['name', 'lastActive']);
const settled = (asked: Record<string, string>) => pageWanted(query.parse(asked), 'name:asc');

test('a list shows ten rows by its usual order unless said otherwise', () => {
  expect(settled({})).toEqual({ search: '', sort: 'name', descending: false, offset: 0, limit: 10, cursor: undefined });
});

test('page and size, counted from 0, say the same as offset and limit', () => {
  expect(settled({ page: '2', size: '25' })).toEqual(settled({ offset: '50', limit: '25' }));
});

test('the older words filter and sortby are understood', () => {
  expect(settled({ filter: 'ann', sortby: 'desc' })).toMatchObject({ search: 'ann', sort: 'name', descending: true });
});

test.each([
  { sort: 'password:asc' },
  { sort: 'name' },
  { size: '101' },
  { size: '0' },
  { page: '-1' },
  { page: '1.5' },
  { limit: 'many' },
  { secret: 'x' },
  { orgId: 'x' },
])('a list refuses %o', (asked) => {
  expect(query.safeParse(asked).success).toBe(false);
});
