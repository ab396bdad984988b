import type { StoreMapPoint } from '@storeward/contract/dashboard/store-map';
import { type Bounds, boundsOf, type Point } from './map-projection.ts';

export type MapStore = StoreMapPoint & Point;

/** The states by which a mark is drawn, worst first. */
export const mapStates = ['silent', 'disabled', 'inOrder'] as const;
export type MapState = (typeof mapStates)[number];

/** Stores that are drawn as one mark, because they would overlap. */
export type Cluster = Point & {
  readonly key: string;
  readonly stores: readonly MapStore[];
  readonly counts: Readonly<Record<MapState, number>>;
  readonly total: number;
};

/** Marks whose centres are nearer than this are drawn as one, in pixels. */
const overlap = 7;

export function countStates(stores: readonly StoreMapPoint[]): Cluster['counts'] & { readonly total: number } {
  let [total, silent, disabled] = [0, 0, 0];
  for (const store of stores) {
    total += store.count;
    silent += store.silent;
    disabled += store.disabled;
  }
  return { total, silent, disabled, inOrder: total - silent - disabled };
}

/** Joins the stores that overlap at a scale; a cluster is at the mean of its stores. */
export function clusterAt(stores: readonly MapStore[], scale: number): Cluster[] {
  const distance = overlap / scale;
  const cells = new Map<string, MapStore[][]>();
  const groups: MapStore[][] = [];
  for (const store of stores) {
    const [column, row] = [Math.floor(store.x / distance), Math.floor(store.y / distance)];
    const near = findNear(cells, store, column, row, distance);
    if (near) {
      near.push(store);
      continue;
    }
    const group = [store];
    groups.push(group);
    const key = `${column} ${row}`;
    const cell = cells.get(key);
    if (cell) cell.push(group);
    else cells.set(key, [group]);
  }
  return groups.map(toCluster);
}

/** A group whose first store is nearer than the distance; it is in the same cell of the grid or one beside it. */
function findNear(
  cells: ReadonlyMap<string, MapStore[][]>,
  { x, y }: Point,
  column: number,
  row: number,
  distance: number,
): MapStore[] | undefined {
  for (let dx = -1; dx <= 1; dx += 1)
    for (let dy = -1; dy <= 1; dy += 1)
      for (const group of cells.get(`${column + dx} ${row + dy}`) ?? [])
        if ((group[0]!.x - x) ** 2 + (group[0]!.y - y) ** 2 < distance ** 2) return group;
  return undefined;
}

function toCluster(stores: readonly MapStore[]): Cluster {
  const { total, ...counts } = countStates(stores);
  const mean = (of: (store: MapStore) => number) => stores.reduce((sum, store) => sum + of(store), 0) / stores.length;
  const first = stores[0]!;
  const key = first.id ?? `${first.latitude} ${first.longitude}`;
  return { key, stores, counts, total, x: mean(({ x }) => x), y: mean(({ y }) => y) };
}

/** The worst state in a cluster, by which it is drawn: what needs attention stays visible from afar. */
export const stateOf = ({ counts }: Cluster): MapState => mapStates.find((state) => counts[state] > 0) ?? 'inOrder';

/** The radius of a mark in pixels: it grows with the digits of its number of stores. */
export const radiusOf = ({ total }: Cluster): number => 3.25 + 1.9 * Math.log10(total);

export const boundsOfCluster = ({ stores }: Cluster): Bounds => boundsOf(stores);

/** The nearest mark to a point, within a distance. */
export function nearest(clusters: readonly Cluster[], at: Point, distance: number): Cluster | undefined {
  let found: Cluster | undefined;
  let closest = distance ** 2;
  for (const cluster of clusters) {
    const square = (cluster.x - at.x) ** 2 + (cluster.y - at.y) ** 2;
    if (square < closest) [found, closest] = [cluster, square];
  }
  return found;
}

const directions = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
} as const;
export type Direction = keyof typeof directions;
export const isDirection = (key: string): key is Direction => Object.hasOwn(directions, key);

/** The next mark in a direction: of those within 45 degrees of it, the nearest. */
export function nextIn(direction: Direction, from: Point, clusters: readonly Cluster[]): Cluster | undefined {
  const [dx, dy] = directions[direction];
  let found: Cluster | undefined;
  let closest = Infinity;
  for (const cluster of clusters) {
    const [x, y] = [cluster.x - from.x, cluster.y - from.y];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy + y * dx);
    if (ahead <= 0 || aside > ahead) continue;
    const distance = ahead + 2 * aside;
    if (distance < closest) [found, closest] = [cluster, distance];
  }
  return found;
}
