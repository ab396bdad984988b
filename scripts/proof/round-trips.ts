import { nodeColumns } from '@storeward/contract/nodes/node-import';
import { userColumns } from '@storeward/contract/users/user-import';
import { roundTrips } from '../../api/test/round-trips.ts';
import type { Figure, ProofOptions } from './setup.ts';

/** Property test: exports random users and nodes to files and imports each file without a change. */
export async function fileRoundTrips({ rounds = 1_000, log }: ProofOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [plural, columns] of [
    ['users', userColumns],
    ['nodes', nodeColumns],
  ] as const) {
    const seed = Math.trunc(Math.random() * 2 ** 31);
    const { cells, changed, executable } = await roundTrips(columns, rounds, seed);
    log(`${plural}: ${cells} cells, seed ${seed}`);
    for (const line of changed.slice(0, 5)) log(line);
    figures.push(
      {
        label: `${rounds} files of ${plural}: rows changed by export and import`,
        measured: `${changed.length} (seed ${seed})`,
        expected: '0',
        passed: changed.length === 0,
      },
      {
        label: `${rounds} files of ${plural}: cells that a spreadsheet executes`,
        measured: `${executable.length} of ${cells}`,
        expected: '0',
        passed: executable.length === 0,
      },
    );
  }
  return figures;
}
