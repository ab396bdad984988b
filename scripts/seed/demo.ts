import { plantBramble } from './bramble.ts';
import { bramblePeople, kestrelPeople } from './demo-people.ts';
import { plantKestrel } from './kestrel.ts';
import type { Hashing } from '../../api/src/platform/hashing.ts';
import { demoSecrets, load } from './load.ts';
import { writeOrganisation } from './organisations.ts';
import { peopleOf } from './people.ts';
import { labelsFromOne } from './places.ts';
import { platform } from './platform.ts';
import { randomFrom } from './random.ts';
import { readyRoles } from './ready-roles.ts';

export { demoAccounts, demoPassword } from './demo-accounts.ts';
export { isEmpty } from './load.ts';

/** Fills an empty database with the two organisations of the demonstration, always the same ones. */
export async function seedDemo(
  ownerUrl: string,
  hashing: Pick<Hashing, 'make'>,
  progress: (line: string) => void = () => {},
): Promise<void> {
  const random = randomFrom('demo');
  const labels = labelsFromOne();
  const secrets = await demoSecrets(hashing);

  await load(ownerUrl, async (writer) => {
    await writeOrganisation(writer, platform({ random, labels, secrets }), { random });

    const kestrelFrom = Date.parse('2025-01-13T09:00:00Z');
    const kestrel = plantKestrel({ random, labels, from: kestrelFrom });
    const kestrelRoles = readyRoles(kestrel.tree.root.id, 'organisation', { random, from: kestrelFrom });
    await writeOrganisation(
      writer,
      {
        places: kestrel.tree.places,
        code: 'KESTREL',
        country: 'GB',
        email: 'office@kestrelsports.com',
        hosts: ['kestrel.localhost', 'kestrel-sports.cn', 'x.cnet.com'],
        domains: ['kestrelsports.com', 'kestrel.example'],
        roles: kestrelRoles,
        people: kestrelPeople(kestrel, peopleOf(kestrelRoles, secrets, random), random),
        settings: kestrel.settings,
      },
      { random },
    );
    progress(`Kestrel Sports: ${kestrel.tree.places.length} places`);

    const brambleFrom = Date.parse('2025-02-03T09:00:00Z');
    const bramble = plantBramble({ random, labels, from: brambleFrom });
    const brambleRoles = readyRoles(bramble.root.id, 'organisation', { random, from: brambleFrom });
    await writeOrganisation(
      writer,
      {
        places: bramble.places,
        code: 'BRAMBLE',
        country: 'GB',
        email: 'hello@brambletoys.com',
        hosts: ['bramble.localhost'],
        domains: ['brambletoys.com'],
        roles: brambleRoles,
        people: bramblePeople(bramble, peopleOf(brambleRoles, secrets, random), random),
        settings: [],
      },
      { random },
    );
    progress(`Bramble Toys: ${bramble.places.length} places`);
    return labels.given;
  });
}
