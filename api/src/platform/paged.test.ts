import { pageSizes } from '@storeward/contract/paging';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { build } from './db.ts';
import { oneMoreThan } from './paged.ts';

const asked = (limit: number) => sql`select id from users limit ${oneMoreThan(limit)}`.compile(build);

test('a list asks for one row more than it shows, and made-up sizes add no more than one statement to the usual ones', () => {
  const all = Array.from({ length: 100 }, (_, index) => asked(index + 1));
  expect(new Set(all.map((question) => question.sql)).size).toBe(pageSizes.length + 1);
  expect([asked(10).sql.endsWith('limit 11'), asked(10).parameters]).toEqual([true, []]);
  expect(asked(11).parameters).toEqual([12]);
});
