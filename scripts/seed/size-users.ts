import type { NodeType } from '@storeward/contract/access';
import { namesFrom } from './names.ts';
import type { SeedUser, UserInput } from './users.ts';
import type { SeedNode, Tree } from './nodes.ts';
import type { Random } from './random.ts';

const day = 86_400_000;
const firstDay = Date.parse('2025-02-03T08:00:00Z');
const today = Date.parse('2026-11-20T18:00:00Z');

const accounts = [
  ['org.admin', 'ORGANIZATION', 'Octavia', 'Brandreth'],
  ['company.admin', 'COMPANY', 'Lysander', 'Moncrieff'],
  ['region.manager', 'TRADING_REGION', 'Perpetua', 'Stanhope'],
  ['group.manager', 'STORE_GROUP', 'Barnaby', 'Quill'],
  ['subgroup.manager', 'SUB_STORE_GROUP', 'Eluned', 'Parry'],
  ['store.manager', 'STORE', 'Casimir', 'Dąbrowski'],
  ['store.user', 'STORE', 'Ottilie', 'Grünwald'],
] as const;

/** Users of a retail chain: one account per level along one path of the tree, then staff, mostly in stores. */
export function* chainUsers(
  { nodes }: Tree,
  {
    make,
    random,
    domain,
    count,
  }: { make: (input: UserInput) => SeedUser; random: Random; domain: string; count: number },
): Generator<SeedUser> {
  const nodeByLevel = pathOfLevels(nodes);
  for (const [userName, level, firstName, lastName] of accounts) {
    const node = nodeByLevel.get(level);
    if (!node) throw new Error(`The tree has no ${level}.`);
    const role = userName === 'store.user' ? { role: 'Store user' as const } : {};
    yield make({ node, userName, firstName, lastName, domain, joined: firstDay, lastActive: today - day, ...role });
  }

  const name = namesFrom(
    random,
    accounts.map(([userName]) => userName),
  );
  const stores = nodes.filter(({ node_type }) => node_type === 'STORE');
  const managed = nodes.filter(({ node_type }) => node_type !== 'ORGANIZATION' && node_type !== 'STORE');
  const staff = count - accounts.length;
  // creation dates ascend, so that rows and keys are inserted in order
  const step = (today - firstDay - 30 * day) / staff;
  for (let index = 0; index < staff; index += 1) {
    const { firstName, lastName, userName } = name();
    const joined = Math.floor(firstDay + (index + 1) * step);
    const inStore = random.chance(0.9);
    const managesStore = inStore && random.chance(0.2);
    yield make({
      node: random.pick(inStore ? stores : managed),
      firstName,
      lastName,
      userName,
      domain,
      joined,
      ...(inStore ? { role: managesStore ? ('Store manager' as const) : ('Store user' as const) } : {}),
      ...(random.chance(0.1) ? {} : { lastActive: Math.max(joined, today - random.below(60 * day)) }),
      status: !random.chance(0.04),
    });
  }
}

/** One node per level, from the first store in a sub store group upwards. */
function pathOfLevels(nodes: readonly SeedNode[]): ReadonlyMap<NodeType, SeedNode> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parentOf = (node: SeedNode) => (node.parent_id ? byId.get(node.parent_id) : undefined);
  const nodeByLevel = new Map<NodeType, SeedNode>();
  const lowest = nodes.find((node) => node.node_type === 'STORE' && parentOf(node)?.node_type === 'SUB_STORE_GROUP');
  for (let node = lowest; node; node = parentOf(node)) nodeByLevel.set(node.node_type as NodeType, node);
  return nodeByLevel;
}
