import { nodeColumns } from '@storeward/contract/nodes/node-import';
import { userColumns } from '@storeward/contract/users/user-import';
import { expect, test } from 'vitest';
import { roundTrips } from './round-trips.ts';

test.each([
  ['users', userColumns],
  ['places', nodeColumns],
] as const)(
  'a file of %s is read back as written, whatever its content, and contains no cell that a spreadsheet would run',
  async (_what, columns) => {
    const seed = Math.trunc(Math.random() * 2 ** 31);
    const { cells, changed, executable } = await roundTrips(columns, 50, seed);
    expect({ seed, changed, executable }).toEqual({ seed, changed: [], executable: [] });
    expect(cells).toBeGreaterThan(1_000);
  },
);
