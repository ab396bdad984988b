import { expect, test } from 'vitest';
import { pageQuery, pageParams } from './paging.ts';

const query = pageQuery(['name', 'lastActive']);
const settled = (requested: Record<string, string>) => pageParams(query.parse(requested), 'name:asc');

test('a list has ten rows in its default order unless requested otherwise', () => {
  expect(settled({})).toEqual({ search: '', sort: 'name', descending: false, offset: 0, limit: 10, cursor: undefined });
});

test('page (from 0) and size are equivalent to offset and limit', () => {
  expect(settled({ page: '2', size: '25' })).toEqual(settled({ offset: '50', limit: '25' }));
});

test('the legacy parameters filter and sortby are accepted', () => {
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
])('the query of a list rejects %o', (requested) => {
  expect(query.safeParse(requested).success).toBe(false);
});
