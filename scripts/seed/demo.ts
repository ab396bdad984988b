import { buildBramble } from './bramble.ts';
import { brambleUsers, kestrelUsers } from './demo-users.ts';
import { buildKestrel } from './kestrel.ts';
import type { Hashing } from '../../api/src/platform/security/hashing.ts';
import { demoSecrets, load } from './load.ts';
import { writeOrganisation } from './organisations.ts';
import { createUsers } from './users.ts';
import { createLabels } from './nodes.ts';
import { brambleProducts, kestrelProducts } from './products.ts';
import { platform } from './platform.ts';
import { createRandom } from './random.ts';
import { predefinedRoles } from './ready-roles.ts';

export { demoAccounts, demoPassword } from './demo-accounts.ts';

/** Seeds an empty database with the two demo organisations, deterministically; returns whether the database was empty. */
export async function seedDemo(
  ownerUrl: string,
  hashing: Pick<Hashing, 'hash'>,
  progress: (line: string) => void = () => {},
): Promise<boolean> {
  const random = createRandom('demo');
  const labels = createLabels();
  const secrets = await demoSecrets(hashing);

  const work: Parameters<typeof load>[1] = async (writer) => {
    await writeOrganisation(writer, platform({ random, labels, secrets }), { random });

    const kestrelFrom = Date.parse('2025-01-13T09:00:00Z');
    const kestrel = buildKestrel({ random, labels, from: kestrelFrom });
    const kestrelRoles = predefinedRoles(kestrel.tree.root.id, 'organisation', { random, from: kestrelFrom });
    await writeOrganisation(
      writer,
      {
        nodes: kestrel.tree.nodes,
        code: 'KESTREL',
        country: 'GB',
        email: 'office@kestrelsports.com',
        hosts: ['kestrel.localhost', 'kestrel-sports.cn', 'x.cnet.com'],
        domains: ['kestrelsports.com', 'kestrel.example'],
        roles: kestrelRoles,
        users: kestrelUsers(kestrel, createUsers(kestrelRoles, secrets, random), random),
        settings: kestrel.settings,
        products: kestrelProducts(),
      },
      { random },
    );
    progress(`Kestrel Sports: ${kestrel.tree.nodes.length} places`);

    const brambleFrom = Date.parse('2025-02-03T09:00:00Z');
    const bramble = buildBramble({ random, labels, from: brambleFrom });
    const brambleRoles = predefinedRoles(bramble.root.id, 'organisation', { random, from: brambleFrom });
    await writeOrganisation(
      writer,
      {
        nodes: bramble.nodes,
        code: 'BRAMBLE',
        country: 'GB',
        email: 'hello@brambletoys.com',
        hosts: ['bramble.localhost'],
        domains: ['brambletoys.com'],
        roles: brambleRoles,
        users: brambleUsers(bramble, createUsers(brambleRoles, secrets, random), random),
        settings: [],
        products: brambleProducts(),
      },
      { random },
    );
    progress(`Bramble Toys: ${bramble.nodes.length} places`);
    return labels.given;
  };
  return load(ownerUrl, work, { ifEmpty: true });
}
