import { type Labels, type SeedNode, createTree, type Tree } from './nodes.ts';
import type { Random } from './random.ts';

/** Number of nodes of an organisation, itself included, and how many of them are stores. */
export type TreeSize = { readonly nodes: number; readonly stores: number };

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
const streets = [
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

/** Cities around which the stores are scattered, as latitude and longitude. */
const cities = [
  [51.51, -0.13],
  [53.48, -2.24],
  [52.48, -1.9],
  [55.86, -4.25],
  [48.86, 2.35],
  [45.76, 4.84],
  [52.37, 4.9],
  [50.85, 4.35],
  [52.52, 13.4],
  [48.14, 11.58],
  [50.94, 6.96],
  [45.46, 9.19],
  [40.42, -3.7],
  [52.23, 21.01],
  [50.08, 14.44],
  [48.21, 16.37],
] as const;

/** A place around one of the cities: the stores of each lie on a spiral, so that no two share a place. */
function coordinatesOf(index: number): readonly [number, number] {
  const [latitude, longitude] = cities[index % cities.length]!;
  const step = Math.floor(index / cities.length);
  const [distance, angle] = [0.05 * Math.sqrt(step), step * 2.399963];
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  return [round(latitude + distance * Math.sin(angle)), round(longitude + 1.6 * distance * Math.cos(angle))];
}

/** Builds a chain of exactly the given size with every node type in it. */
export function buildChain(
  { name, slug, nodes, stores }: TreeSize & { readonly name: string; readonly slug: string },
  context: { random: Random; labels: Labels; from: number },
): Tree {
  const { random } = context;
  const tree = createTree(
    { type: 'ORGANIZATION', name, code: slug.toUpperCase(), country: 'GB', timeZone: 'Europe/London' },
    context,
  );
  const innerNodes = nodes - stores - 1;
  const companyCount = Math.min(10, Math.max(2, Math.round(innerNodes / 200)));
  const regionCount = Math.max(2 * companyCount, Math.round(innerNodes / 20));
  const groupCount = Math.ceil((innerNodes - companyCount - regionCount) / 2);
  const subGroupCount = innerNodes - companyCount - regionCount - groupCount;

  const companies = times(companyCount, (index) =>
    tree.add(tree.root, { type: 'COMPANY', name: `${name} Company ${index + 1}`, code: `C${index + 1}` }),
  );
  const regions = times(regionCount, (index) =>
    tree.add(roundRobin(companies, index), {
      type: 'TRADING_REGION',
      name: `Region ${index + 1} ${random.pick(towns)}`,
      code: `R${index + 1}`,
    }),
  );
  const groups = times(groupCount, (index) =>
    tree.add(roundRobin(regions, index), {
      type: 'STORE_GROUP',
      name: `${random.pick(towns)} group`,
      code: `G${index + 1}`,
    }),
  );
  const subGroups = times(subGroupCount, (index) =>
    tree.add(roundRobin(groups, index), {
      type: 'SUB_STORE_GROUP',
      name: `${random.pick(towns)} sub group`,
      code: `SG${index + 1}`,
    }),
  );
  const storeParents = [...subGroups, ...groups];
  times(stores, (index) => {
    const city = random.pick(towns);
    return tree.add(roundRobin(storeParents, index), {
      type: 'STORE',
      name: `${city} ${random.pick(streets)}`,
      code: String(100_001 + index),
      address: {
        street: `${1 + random.below(240)} ${random.pick(streets)}`,
        city,
        state: '',
        postCode: String(10_000 + random.below(90_000)),
      },
      coordinates: coordinatesOf(index),
      status: !random.chance(0.02),
    });
  });
  return tree;
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function roundRobin(nodes: readonly SeedNode[], index: number): SeedNode {
  const node = nodes[index % nodes.length];
  if (!node) throw new Error('There are too few nodes for a tree with every node type.');
  return node;
}
