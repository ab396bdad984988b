import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { afterFile } from '../../../test/after-file.ts';
import { createTestDatabase } from '../../../test/server.ts';
import { openDatabase } from './db.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const database = openDatabase({ connectionString: await createTestDatabase() });
afterFile(() => database.close());

test('a streamed statement keeps no part in memory that has been read, while its transaction goes on', async () => {
  const parts: WeakRef<object>[] = [];
  await database.transaction(async (db) => {
    const query = sql<{ x: number }>`select x from generate_series(1, 100) x`;
    for await (const part of db.stream(query, { size: 10, seconds: 10 })) parts.push(new WeakRef(part));
    await nextTurn();
    collectGarbage();
    expect(parts.slice(0, 8).flatMap((part) => part.deref() ?? [])).toEqual([]);
  });
  expect(parts).toHaveLength(10);
});
