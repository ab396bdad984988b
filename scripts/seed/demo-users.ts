import type { KestrelTree } from './kestrel.ts';
import type { Culture } from './name-lists.ts';
import { namesFrom } from './names.ts';
import type { SeedUser, UserInput } from './users.ts';
import type { SeedNode, Tree } from './nodes.ts';
import type { Random } from './random.ts';

type CreateUser = (input: UserInput) => SeedUser;

const day = 86_400_000;
const firstDay = Date.parse('2026-01-05T08:00:00Z');
const today = Date.parse('2026-11-20T18:00:00Z');

/** Users of Kestrel Sports: the demo accounts and staff all over the tree. */
export function* kestrelUsers(kestrel: KestrelTree, make: CreateUser, random: Random): Generator<SeedUser> {
  const { tree, uk, north, yorkshire, leeds, briggate, brighton } = kestrel;
  const accounts = [
    ['org.admin', 'Rosalind', 'Achterberg', tree.root],
    ['company.admin', 'Desmond', 'Oyelaran', uk],
    ['region.manager', 'Morwenna', 'Tregear', north],
    ['group.manager', 'Alasdair', 'McCorquodale', yorkshire],
    ['subgroup.manager', 'Ffion', 'Prosser', leeds],
    ['store.manager', 'Jarek', 'Żółkiewski', briggate],
    ['store.user', 'Tamsin', 'Ollerenshaw', briggate],
    ['new.user', 'Kwabena', 'Asare', brighton],
  ] as const;
  for (const [userName, firstName, lastName, node] of accounts) {
    const isNew = userName === 'new.user';
    yield make({
      node,
      userName,
      firstName,
      lastName,
      domain: 'kestrelsports.com',
      joined: firstDay,
      ...(userName === 'store.user' ? { role: 'Store user' as const } : {}),
      ...(userName === 'group.manager' ? { additional: { node: briggate, role: 'Store manager' as const } } : {}),
      ...(isNew ? { mustChangePassword: true } : { lastActive: today - random.below(3 * day) }),
    });
  }

  const staff = staffOf(
    make,
    random,
    'kestrelsports.com',
    accounts.map(([userName]) => userName),
  );
  const storesOf = (company: string) => {
    const top = tree.nodes.find(({ code }) => code === company);
    return tree.nodes.filter(({ node_type, tpath }) => node_type === 'STORE' && top && tpath.startsWith(top.tpath));
  };
  for (const store of storesOf('UK')) yield* staff(store, 5);
  for (const store of storesOf('CN')) yield* staff(store, 4, { culture: 'chinese', language: 'zh-CN' });
  for (const region of tree.nodes.filter(
    ({ code, node_type }) => node_type === 'TRADING_REGION' && code.startsWith('US-'),
  )) {
    yield* staff(region, 1);
  }
  const american = storesOf('US');
  for (let index = 0; index < 60; index += 1) yield* staff(random.pick(american), 1);
}

/** Users of Bramble Toys: its administrator and two per store. */
export function* brambleUsers(tree: Tree, make: CreateUser, random: Random): Generator<SeedUser> {
  yield make({
    node: tree.root,
    userName: 'org.admin',
    firstName: 'Cordelia',
    lastName: 'Applegarth',
    domain: 'brambletoys.com',
    joined: firstDay,
    lastActive: today - 2 * day,
  });
  const staff = staffOf(make, random, 'brambletoys.com', ['org.admin']);
  for (const node of tree.nodes) {
    if (node.node_type === 'TRADING_REGION') yield* staff(node, 1);
    if (node.node_type === 'STORE') yield* staff(node, 2);
  }
}

type StaffDefaults = { readonly culture?: Culture; readonly language?: string };

/** Generates staff of a node: the first is the store manager, some are disabled, some never signed in. */
function staffOf(make: CreateUser, random: Random, domain: string, taken: readonly string[]) {
  const name = namesFrom(random, taken);
  return function* staff(
    node: SeedNode,
    count: number,
    { culture, language }: StaffDefaults = {},
  ): Generator<SeedUser> {
    for (let index = 0; index < count; index += 1) {
      const { firstName, lastName, userName } = name(culture);
      const joined = firstDay + random.below(300 * day);
      const neverSignedIn = random.chance(0.12);
      yield make({
        node,
        firstName,
        lastName,
        userName,
        domain,
        joined,
        ...(node.node_type === 'STORE'
          ? { role: index === 0 ? ('Store manager' as const) : ('Store user' as const) }
          : {}),
        ...(language ? { language } : {}),
        ...(neverSignedIn ? {} : { lastActive: Math.max(joined, today - random.below(random.below(40 * day) + 1)) }),
        status: !random.chance(0.06),
      });
    }
  };
}
