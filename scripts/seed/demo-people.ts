import type { KestrelPlaces } from './kestrel.ts';
import type { Culture } from './name-lists.ts';
import { namesFrom } from './names.ts';
import type { Person, PersonInput } from './people.ts';
import type { Place, Tree } from './places.ts';
import type { Random } from './random.ts';

type MakePerson = (input: PersonInput) => Person;

const day = 86_400_000;
const firstDay = Date.parse('2026-01-05T08:00:00Z');
const today = Date.parse('2026-11-20T18:00:00Z');

/** The people of Kestrel Sports: the demo accounts, and staff all over the tree. */
export function* kestrelPeople(kestrel: KestrelPlaces, make: MakePerson, random: Random): Generator<Person> {
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
  for (const [userName, firstName, lastName, place] of accounts) {
    const isNew = userName === 'new.user';
    yield make({
      place,
      userName,
      firstName,
      lastName,
      domain: 'kestrelsports.com',
      joined: firstDay,
      ...(userName === 'store.user' ? { role: 'Store user' as const } : {}),
      ...(userName === 'group.manager' ? { also: { place: briggate, role: 'Store manager' as const } } : {}),
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
    const top = tree.places.find(({ code }) => code === company);
    return tree.places.filter(({ node_type, tpath }) => node_type === 'STORE' && top && tpath.startsWith(top.tpath));
  };
  for (const store of storesOf('UK')) yield* staff(store, 5);
  for (const store of storesOf('CN')) yield* staff(store, 4, { culture: 'chinese', language: 'zh-CN' });
  for (const region of tree.places.filter(
    ({ code, node_type }) => node_type === 'TRADING_REGION' && code.startsWith('US-'),
  )) {
    yield* staff(region, 1);
  }
  const american = storesOf('US');
  for (let index = 0; index < 60; index += 1) yield* staff(random.pick(american), 1);
}

/** The people of Bramble Toys: its administrator, and two in every store. */
export function* bramblePeople(tree: Tree, make: MakePerson, random: Random): Generator<Person> {
  yield make({
    place: tree.root,
    userName: 'org.admin',
    firstName: 'Cordelia',
    lastName: 'Applegarth',
    domain: 'brambletoys.com',
    joined: firstDay,
    lastActive: today - 2 * day,
  });
  const staff = staffOf(make, random, 'brambletoys.com', ['org.admin']);
  for (const place of tree.places) {
    if (place.node_type === 'TRADING_REGION') yield* staff(place, 1);
    if (place.node_type === 'STORE') yield* staff(place, 2);
  }
}

type Usual = { readonly culture?: Culture; readonly language?: string };

/** Makes staff for a place: the first of several manages it, a few are disabled, some have never signed in. */
function staffOf(make: MakePerson, random: Random, domain: string, taken: readonly string[]) {
  const name = namesFrom(random, taken);
  return function* staff(place: Place, count: number, { culture, language }: Usual = {}): Generator<Person> {
    for (let index = 0; index < count; index += 1) {
      const { firstName, lastName, userName } = name(culture);
      const joined = firstDay + random.below(300 * day);
      const neverCame = random.happens(0.12);
      yield make({
        place,
        firstName,
        lastName,
        userName,
        domain,
        joined,
        ...(place.node_type === 'STORE'
          ? { role: index === 0 ? ('Store manager' as const) : ('Store user' as const) }
          : {}),
        ...(language ? { language } : {}),
        ...(neverCame ? {} : { lastActive: Math.max(joined, today - random.below(random.below(40 * day) + 1)) }),
        status: !random.happens(0.06),
      });
    }
  };
}
