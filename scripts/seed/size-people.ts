import type { NodeType } from '@storeward/contract/access';
import { namesFrom } from './names.ts';
import type { Person, PersonInput } from './people.ts';
import type { Place, Tree } from './places.ts';
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

/** The people of a chain: one account for every level, on one line of places from top to bottom, then staff, mostly in the stores. */
export function* chainPeople(
  { places }: Tree,
  {
    make,
    random,
    domain,
    count,
  }: { make: (input: PersonInput) => Person; random: Random; domain: string; count: number },
): Generator<Person> {
  const line = firstLine(places);
  for (const [userName, level, firstName, lastName] of accounts) {
    const place = line.get(level);
    if (!place) throw new Error(`the tree has no ${level}`);
    const role = userName === 'store.user' ? { role: 'Store user' as const } : {};
    yield make({ place, userName, firstName, lastName, domain, joined: firstDay, lastActive: today - day, ...role });
  }

  const name = namesFrom(
    random,
    accounts.map(([userName]) => userName),
  );
  const stores = places.filter(({ node_type }) => node_type === 'STORE');
  const managed = places.filter(({ node_type }) => node_type !== 'ORGANIZATION' && node_type !== 'STORE');
  const staff = count - accounts.length;
  // Joined one after the other, as in life, and so that rows and keys are written in one order.
  const step = (today - firstDay - 30 * day) / staff;
  for (let index = 0; index < staff; index += 1) {
    const { firstName, lastName, userName } = name();
    const joined = Math.floor(firstDay + (index + 1) * step);
    const inStore = random.happens(0.9);
    const managesStore = inStore && random.happens(0.2);
    yield make({
      place: random.pick(inStore ? stores : managed),
      firstName,
      lastName,
      userName,
      domain,
      joined,
      ...(inStore ? { role: managesStore ? ('Store manager' as const) : ('Store user' as const) } : {}),
      ...(random.happens(0.1) ? {} : { lastActive: Math.max(joined, today - random.below(60 * day)) }),
      status: !random.happens(0.04),
    });
  }
}

/** From the first store in a sub store group up: one place of every level, each above the next. */
function firstLine(places: readonly Place[]): ReadonlyMap<NodeType, Place> {
  const byId = new Map(places.map((place) => [place.id, place]));
  const above = (place: Place) => (place.parent_id ? byId.get(place.parent_id) : undefined);
  const line = new Map<NodeType, Place>();
  const lowest = places.find((place) => place.node_type === 'STORE' && above(place)?.node_type === 'SUB_STORE_GROUP');
  for (let place = lowest; place; place = above(place)) line.set(place.node_type as NodeType, place);
  return line;
}
