import { nodeColumns } from '@storeward/contract/node-import';
import { userColumns } from '@storeward/contract/user-import';
import { expect, test } from 'vitest';
import { roundTrips } from './round-trips.ts';

test.each([
  ['users', userColumns],
  ['places', nodeColumns],
] as const)(
  'a file of %s comes back as it was written, whatever stands in it, and no spreadsheet runs a cell of it',
  async (_what, columns) => {
    const seed = Math.trunc(Math.random() * 2 ** 31);
    const { cells, changed, executable } = await roundTrips(columns, 50, seed);
    expect({ seed, changed, executable }).toEqual({ seed, changed: [], executable: [] });
    expect(cells).toBeGreaterThan(1_000);
  },
);
