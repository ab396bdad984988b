import { readFileSync } from 'node:fs';
import { normalised } from '@storeward/contract/fields';
import type { SeedNode, Tree } from './nodes.ts';
import { usStates } from './us-states.ts';

type RealStore = {
  readonly id: number;
  readonly name: string;
  readonly address: string;
  readonly address2?: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly lat: number;
  readonly lon: number;
};

/** Adds the real stores: states as trading regions, cities as store groups, both sorted by name. */
export function addRealStores(tree: Tree, company: SeedNode): void {
  const file = new URL('../data/stores.json', import.meta.url);
  const stores = JSON.parse(readFileSync(file, 'utf8')) as RealStore[];
  const byState = Map.groupBy(stores, ({ state }) => state);
  for (const [letters, name, timeZone] of usStates) {
    const inState = byState.get(letters);
    if (!inState) continue;
    byState.delete(letters);
    const code = `US-${letters}`;
    const region = tree.add(company, {
      type: 'TRADING_REGION',
      name,
      code,
      timeZone,
    });
    for (const [city, inCity] of [...Map.groupBy(inState, cityCode)].sort(([one], [other]) => (one < other ? -1 : 1))) {
      const group = tree.add(region, { type: 'STORE_GROUP', name: inCity[0]?.city ?? city, code: `${code}-${city}` });
      for (const store of inCity) {
        tree.add(group, {
          type: 'STORE',
          name: store.name.trim(),
          code: String(store.id),
          address: {
            street: [store.address, store.address2].filter(Boolean).join(', '),
            city: store.city,
            state: store.state,
            postCode: store.zip,
          },
          coordinates: [store.lat, store.lon],
        });
      }
    }
  }
  if (byState.size > 0) throw new Error(`Unknown states in the store data: ${[...byState.keys()].join(', ')}`);
}

/** Cities are spelled in several ways in the data (St. Louis, St Louis); they are grouped by their letters. */
function cityCode({ city }: RealStore): string {
  return normalised(city)
    .toUpperCase()
    .replace(/[^A-Z ]/g, '')
    .replaceAll(' ', '-');
}
