import type { Hashing } from '../../api/src/platform/security/hashing.ts';
import { demoSecrets, load } from './load.ts';
import { writeOrganisation } from './organisations.ts';
import { createUsers } from './users.ts';
import { createLabels } from './nodes.ts';
import { manyProducts } from './products.ts';
import { platform } from './platform.ts';
import { createRandom } from './random.ts';
import { predefinedRoles } from './ready-roles.ts';
import { type TreeSize, buildChain } from './size-nodes.ts';
import { chainUsers } from './size-users.ts';

/** The sizes of seed data. */
export const sizes = ['S', 'M', 'L'] as const;

/** A size of seed data. */
export type Size = (typeof sizes)[number];

type Chain = TreeSize & {
  readonly name: string;
  readonly slug: string;
  readonly users: number;
  readonly products: number;
};

const createdFrom = Date.parse('2025-01-13T09:00:00Z');

/** Seeds an empty database; deterministic. `progress` receives log lines. */
export async function seedSize(
  ownerUrl: string,
  size: Size,
  hashing: Pick<Hashing, 'hash'>,
  progress: (line: string) => void = () => {},
): Promise<void> {
  const random = createRandom(`size ${size}`);
  const labels = createLabels();
  const secrets = await demoSecrets(hashing);
  const chains = chainsOf(size);
  const totalUsers = chains.reduce((sum, { users }) => sum + users, 0);
  const reportProgress = progressReporter(totalUsers, progress);

  await load(
    ownerUrl,
    async (writer) => {
      await writeOrganisation(writer, platform({ random, labels, secrets }), { random });
      let previousUsers = 0;
      for (const chain of chains) {
        const tree = buildChain(chain, { random, labels, from: createdFrom });
        const roles = predefinedRoles(tree.root.id, 'organisation', { random, from: createdFrom });
        const domain = `${chain.slug}.example`;
        const users = chainUsers(tree, {
          make: createUsers(roles, secrets, random),
          random,
          domain,
          count: chain.users,
        });
        await writeOrganisation(
          writer,
          {
            nodes: tree.nodes,
            code: chain.slug.toUpperCase(),
            country: 'GB',
            email: `office@${domain}`,
            hosts: [`${chain.slug}.localhost`],
            domains: [domain],
            roles,
            users,
            settings: [],
            products: manyProducts(chain.products, random),
          },
          { random, progress: (done) => reportProgress(previousUsers + done) },
        );
        previousUsers += chain.users;
      }
      return labels.given;
    },
    { progress, bulk: totalUsers > 10_000 },
  );
}

/** The organisations of a size, largest first. */
function chainsOf(size: Size): Chain[] {
  if (size === 'M')
    return [
      { name: 'Meridian Retail', slug: 'meridian', nodes: 11_000, stores: 10_000, users: 60_000, products: 50_000 },
    ];
  if (size === 'S') {
    return ['Alder', 'Birch', 'Cedar'].map((name, index) => ({
      name: `${name} Stores`,
      slug: name.toLowerCase(),
      nodes: 100,
      stores: 50,
      users: shareOf(500, 3, index),
      products: shareOf(500, 3, index),
    }));
  }
  const otherChains = Array.from({ length: 199 }, (_, index) => ({
    name: `Chain ${index + 2}`,
    slug: `chain-${String(index + 2).padStart(3, '0')}`,
    nodes: shareOf(52_500, 199, index),
    stores: shareOf(50_000, 199, index),
    users: shareOf(500_000, 199, index),
    products: shareOf(100_000, 199, index),
  }));
  return [
    { name: 'Big Retail', slug: 'big', nodes: 52_500, stores: 50_000, users: 500_000, products: 200_000 },
    ...otherChains,
  ];
}

/** The share of one of several parts; all shares add up exactly to `total`. */
function shareOf(total: number, parts: number, index: number): number {
  return Math.floor((total * (index + 1)) / parts) - Math.floor((total * index) / parts);
}

/** Reports the number of users written, once per tenth of all. */
function progressReporter(total: number, progress: (line: string) => void): (done: number) => void {
  let reportedTenth = 0;
  return (done) => {
    const tenth = Math.floor((done * 10) / total);
    if (tenth === reportedTenth) return;
    reportedTenth = tenth;
    progress(`${done.toLocaleString('en')} of ${total.toLocaleString('en')} users written`);
  };
}
