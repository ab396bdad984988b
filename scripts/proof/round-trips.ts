import { nodeColumns } from '@storeward/contract/node-import';
import { userColumns } from '@storeward/contract/user-import';
import { roundTrips } from '../../api/test/round-trips.ts';
import type { Figure, Wish } from './ground.ts';

/** Writes random files of users and of places as they are exported, and reads each as it is imported. */
export async function fileRoundTrips({ rounds = 1_000, say }: Wish): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [what, columns] of [
    ['users', userColumns],
    ['places', nodeColumns],
  ] as const) {
    const seed = Math.trunc(Math.random() * 2 ** 31);
    const { cells, changed, executable } = await roundTrips(columns, rounds, seed);
    say(`${what}: ${cells} cells, seed ${seed}`);
    for (const line of changed.slice(0, 5)) say(line);
    figures.push(
      {
        what: `${rounds} files of ${what}: rows that come back changed`,
        seen: `${changed.length} (seed ${seed})`,
        promised: '0',
        kept: changed.length === 0,
      },
      {
        what: `${rounds} files of ${what}: cells that a spreadsheet runs`,
        seen: `${executable.length} of ${cells}`,
        promised: '0',
        kept: executable.length === 0,
      },
    );
  }
  return figures;
}
