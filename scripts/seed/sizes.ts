import type { Hashing } from '../../api/src/platform/hashing.ts';
import { demoSecrets, load } from './load.ts';
import { writeOrganisation } from './organisations.ts';
import { peopleOf } from './people.ts';
import { labelsFromOne } from './places.ts';
import { platform } from './platform.ts';
import { randomFrom } from './random.ts';
import { readyRoles } from './ready-roles.ts';
import { type Measure, plantChain } from './size-places.ts';
import { chainPeople } from './size-people.ts';

/** The sizes a database can be filled to. */
export const sizes = ['S', 'M', 'L'] as const;

/** One of the sizes. */
export type Size = (typeof sizes)[number];

type Chain = Measure & { readonly name: string; readonly word: string; readonly users: number };

const started = Date.parse('2025-01-13T09:00:00Z');

/** Fills an empty database to one of the sizes, always with the same rows; `progress` is told now and then how far it is. */
export async function seedSize(
  ownerUrl: string,
  size: Size,
  hashing: Pick<Hashing, 'make'>,
  progress: (line: string) => void = () => {},
): Promise<void> {
  const random = randomFrom(`size ${size}`);
  const labels = labelsFromOne();
  const secrets = await demoSecrets(hashing);
  const chains = chainsOf(size);
  const all = chains.reduce((sum, { users }) => sum + users, 0);
  const told = reporter(all, progress);

  await load(
    ownerUrl,
    async (writer) => {
      await writeOrganisation(writer, platform({ random, labels, secrets }), { random });
      let before = 0;
      for (const chain of chains) {
        const tree = plantChain(chain, { random, labels, from: started });
        const roles = readyRoles(tree.root.id, 'organisation', { random, from: started });
        const domain = `${chain.word}.example`;
        const people = chainPeople(tree, {
          make: peopleOf(roles, secrets, random),
          random,
          domain,
          count: chain.users,
        });
        await writeOrganisation(
          writer,
          {
            places: tree.places,
            code: chain.word.toUpperCase(),
            country: 'GB',
            email: `office@${domain}`,
            hosts: [`${chain.word}.localhost`],
            domains: [domain],
            roles,
            people,
            settings: [],
          },
          { random, progress: (done) => told(before + done) },
        );
        before += chain.users;
      }
      return labels.given;
    },
    { progress, many: all > 10_000 },
  );
}

/** The organisations of a size, the biggest first. */
function chainsOf(size: Size): Chain[] {
  if (size === 'M')
    return [{ name: 'Meridian Retail', word: 'meridian', nodes: 11_000, stores: 10_000, users: 60_000 }];
  if (size === 'S') {
    return ['Alder', 'Birch', 'Cedar'].map((tree, index) => ({
      name: `${tree} Stores`,
      word: tree.toLowerCase(),
      nodes: 100,
      stores: 50,
      users: share(500, 3, index),
    }));
  }
  const others = Array.from({ length: 199 }, (_, index) => ({
    name: `Chain ${index + 2}`,
    word: `chain-${String(index + 2).padStart(3, '0')}`,
    nodes: share(52_500, 199, index),
    stores: share(50_000, 199, index),
    users: share(500_000, 199, index),
  }));
  return [{ name: 'Big Retail', word: 'big', nodes: 52_500, stores: 50_000, users: 500_000 }, ...others];
}

/** The part of a whole that falls to one of several, so that the parts add up to it exactly. */
function share(whole: number, parts: number, index: number): number {
  return Math.floor((whole * (index + 1)) / parts) - Math.floor((whole * index) / parts);
}

/** Passes on how many people are written, once for every tenth of all. */
function reporter(all: number, progress: (line: string) => void): (done: number) => void {
  let last = 0;
  return (done) => {
    const tenth = Math.floor((done * 10) / all);
    if (tenth === last) return;
    last = tenth;
    progress(`${done.toLocaleString('en')} of ${all.toLocaleString('en')} users written`);
  };
}
