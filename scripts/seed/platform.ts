import type { Organisation } from './organisations.ts';
import { createUsers, type Secrets } from './users.ts';
import { type Labels, createTree } from './nodes.ts';
import type { Random } from './random.ts';
import { predefinedRoles } from './ready-roles.ts';

/** The GLOBAL organisation with its one administrator. */
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
  const tree = createTree(
    { type: 'GLOBAL', name: 'Global', code: 'GLOBAL', country: 'GB', timeZone: 'Europe/London' },
    { random, labels, from },
  );
  const roles = predefinedRoles(tree.root.id, 'platform', { random, from });
  const demoUser = createUsers(
    roles,
    secrets,
    random,
  )({
    node: tree.root,
    firstName: 'Theodora',
    lastName: 'Lindqvist',
    userName: 'global.admin',
    domain: '',
    mailDomain: 'storeward.example',
    joined: from,
    lastActive: Date.parse('2026-11-20T16:42:00Z'),
  });
  return {
    nodes: tree.nodes,
    code: 'GLOBAL',
    country: 'GB',
    email: 'office@storeward.example',
    hosts: [],
    domains: [],
    roles,
    users: [demoUser],
    demoUser,
    settings: [],
    products: [],
  };
}
