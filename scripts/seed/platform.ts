import type { Organisation } from './organisations.ts';
import { peopleOf, type Secrets } from './people.ts';
import { type Labels, plantTree } from './places.ts';
import type { Random } from './random.ts';
import { readyRoles } from './ready-roles.ts';

/** The platform itself, which stands beside the organisations like one of them, with its one administrator. */
export function platform({
  random,
  labels,
  secrets,
}: {
  random: Random;
  labels: Labels;
  secrets: Secrets;
}): Organisation {
  const from = Date.parse('2025-01-06T09:00:00Z');
  const tree = plantTree(
    { type: 'GLOBAL', name: 'Global', code: 'GLOBAL', country: 'GB', timeZone: 'Europe/London' },
    { random, labels, from },
  );
  const roles = readyRoles(tree.root.id, 'platform', { random, from });
  const person = peopleOf(roles, secrets, random);
  return {
    places: tree.places,
    code: 'GLOBAL',
    country: 'GB',
    email: 'office@storeward.example',
    hosts: [],
    domains: [],
    roles,
    people: [
      person({
        place: tree.root,
        firstName: 'Theodora',
        lastName: 'Lindqvist',
        userName: 'global.admin',
        domain: '',
        mailDomain: 'storeward.example',
        joined: from,
        lastActive: Date.parse('2026-11-20T16:42:00Z'),
      }),
    ],
    settings: [],
  };
}
