import { type Labels, type Place, plantTree, type Tree } from './places.ts';
import type { Random } from './random.ts';

/** How many places an organisation has in all, itself included, and how many of them are stores. */
export type Measure = { readonly nodes: number; readonly stores: number };

const towns = [
  'Aldbury',
  'Brackenford',
  'Castleway',
  'Dunmere',
  'Eastleigh Cross',
  'Fenwick',
  'Glenholt',
  'Harrowgate',
  'Ivybridge',
  'Kingsmoor',
  'Langdale',
  'Marlow End',
  'Northam',
  'Oakhampton',
  'Penrose',
  'Quarrington',
  'Ryecroft',
  'Saltburn',
  'Thornbury',
  'Ulverston',
  'Västerby',
  'Weißenfeld',
  'Łomnica',
  'São Martinho',
  '東山',
  '海淀',
  'Новинки',
  'بني سويف',
] as const;
const spots = [
  'High Street',
  'Market Place',
  'Riverside',
  'Station',
  'Old Mill',
  'Retail Park',
  'Arcade',
  'Harbour',
  'Gate',
  'Quarter',
] as const;

/** Plants a chain of stores of exactly the given measure, with every kind of place in it and cousins on every level. */
export function plantChain(
  { name, word, nodes, stores }: Measure & { readonly name: string; readonly word: string },
  context: { random: Random; labels: Labels; from: number },
): Tree {
  const { random } = context;
  const tree = plantTree(
    { type: 'ORGANIZATION', name, code: word.toUpperCase(), country: 'GB', timeZone: 'Europe/London' },
    context,
  );
  const between = nodes - stores - 1;
  const companyCount = Math.min(10, Math.max(2, Math.round(between / 200)));
  const regionCount = Math.max(2 * companyCount, Math.round(between / 20));
  const groupCount = Math.ceil((between - companyCount - regionCount) / 2);
  const subGroupCount = between - companyCount - regionCount - groupCount;

  const companies = times(companyCount, (index) =>
    tree.add(tree.root, { type: 'COMPANY', name: `${name} Company ${index + 1}`, code: `C${index + 1}` }),
  );
  const regions = times(regionCount, (index) =>
    tree.add(turn(companies, index), {
      type: 'TRADING_REGION',
      name: `Region ${index + 1} ${random.pick(towns)}`,
      code: `R${index + 1}`,
    }),
  );
  const groups = times(groupCount, (index) =>
    tree.add(turn(regions, index), { type: 'STORE_GROUP', name: `${random.pick(towns)} group`, code: `G${index + 1}` }),
  );
  const subGroups = times(subGroupCount, (index) =>
    tree.add(turn(groups, index), {
      type: 'SUB_STORE_GROUP',
      name: `${random.pick(towns)} sub group`,
      code: `SG${index + 1}`,
    }),
  );
  const above = [...subGroups, ...groups];
  times(stores, (index) => {
    const city = random.pick(towns);
    return tree.add(turn(above, index), {
      type: 'STORE',
      name: `${city} ${random.pick(spots)}`,
      code: String(100_001 + index),
      address: {
        street: `${1 + random.below(240)} ${random.pick(spots)}`,
        city,
        state: '',
        postCode: String(10_000 + random.below(90_000)),
      },
      status: !random.happens(0.02),
    });
  });
  return tree;
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function turn(places: readonly Place[], index: number): Place {
  const place = places[index % places.length];
  if (!place) throw new Error('there are too few places for a whole tree');
  return place;
}
