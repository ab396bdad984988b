import { pageSizes } from '@storeward/contract/paging';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { build } from './db.ts';
import { limitPlusOne } from './cursor-pagination.ts';

const compiled = (limit: number) => sql`select id from users limit ${limitPlusOne(limit)}`.compile(build);

test('limitPlusOne selects one row more than the page size, and all other page sizes share one prepared statement', () => {
  const all = Array.from({ length: 100 }, (_, index) => compiled(index + 1));
  expect(new Set(all.map((query) => query.sql)).size).toBe(pageSizes.length + 1);
  expect([compiled(10).sql.endsWith('limit 11'), compiled(10).parameters]).toEqual([true, []]);
  expect(compiled(11).parameters).toEqual([12]);
});
