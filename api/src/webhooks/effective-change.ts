import { effectiveFieldValue, type PathEntry } from '@storeward/contract/settings/lists/list-rows';
import { sameValue } from '@storeward/contract/settings/engine/same-value';
import type { SettingField } from '@storeward/contract/settings/engine/section';
import { createYield, type YieldIfDue } from '../platform/time-slices.ts';

/** A value stored at a path that applies before the change, after it, or both. */
export type ValueChange = PathEntry & {
  readonly path: string;
  readonly appliesBefore: boolean;
  readonly appliesAfter: boolean;
};

/** A moved node with the values it inherited at its old position. */
export type MovedNode = { readonly path: string; readonly inheritedBefore: readonly ValueChange[] };

type Difference = readonly [path: string, differs: boolean];

/**
 * Where the effective value changes, sorted by path. An entry holds for its whole subtree up to the next entry below.
 */
export type Differences = readonly Difference[];

/** All of these subtrees, without a comparison. The roots are sorted, and none is below another. */
export const everywhereBelow = (roots: readonly string[]): Differences => roots.map((root) => [root, true]);

type PathState = {
  readonly path: string;
  readonly appliesBefore: readonly ValueChange[];
  readonly appliesAfter: readonly ValueChange[];
};

/** How many values may still be put together to effective ones: at each path all of its field from the root down, twice. */
export type ComparisonWork = { left: number };

/**
 * Compares the effective values of one field before and after a change in one subtree; undefined once `work` is spent, which is
 * charged.
 */
export async function findDifferences(
  field: SettingField,
  root: string,
  {
    above,
    values,
    movedNodes,
  }: { above: readonly ValueChange[]; values: readonly ValueChange[]; movedNodes: readonly MovedNode[] },
  work: ComparisonWork,
  yieldIfDue: YieldIfDue = createYield(),
): Promise<Differences | undefined> {
  const valuesByPath = Map.groupBy(values, ({ path }) => path);
  const movedByPath = new Map(movedNodes.map((node) => [node.path, node]));
  const paths = [...new Set([root, ...movedByPath.keys(), ...valuesByPath.keys()])].sort();
  const stack: PathState[] = [];
  const differences: Difference[] = [];
  for (const path of paths) {
    await yieldIfDue();
    while (stack.length > 0 && !path.startsWith(stack.at(-1)!.path)) stack.pop();
    const parent = stack.at(-1) ?? {
      appliesBefore: above.filter(({ appliesBefore }) => appliesBefore),
      appliesAfter: above.filter(({ appliesAfter }) => appliesAfter),
    };
    const own = valuesByPath.get(path) ?? [];
    const appliesBefore = [
      ...(movedByPath.get(path)?.inheritedBefore ?? parent.appliesBefore),
      ...own.filter((entry) => entry.appliesBefore),
    ];
    const appliesAfter = [...parent.appliesAfter, ...own.filter((entry) => entry.appliesAfter)];
    work.left -= appliesBefore.length + appliesAfter.length;
    if (work.left < 0) return undefined;
    stack.push({ path, appliesBefore, appliesAfter });
    differences.push([path, !isEqual(effectiveValue(field, appliesBefore), effectiveValue(field, appliesAfter))]);
  }
  return differences;
}

const isEqual = (first: unknown, second: unknown): boolean => first === second || sameValue(first, second);

function effectiveValue(field: SettingField, chain: readonly PathEntry[]): unknown {
  const value = effectiveFieldValue(field, chain);
  return value === undefined ? field.defaultValue : value;
}

/** Adds or subtracts the stores of a subtree. */
export type StoreCountTerm = { readonly path: string; readonly sign: 1 | -1 };

/**
 * The subtrees whose signed sum is the number of affected stores at and below a path. Reads only the entries of that
 * subtree.
 */
export function storeCountTerms(differences: Differences, path: string): StoreCountTerm[] {
  // the nearest entry at or above the path decides; without one, nothing changed there
  const start = nearestDifference(differences, path);
  const below: Difference[] = start ? [[path, start[1]]] : [];
  for (
    let index = lowerBound(differences, path);
    index < differences.length && differences[index]![0].startsWith(path);
    index += 1
  ) {
    const difference = differences[index]!;
    if (difference[0] !== start?.[0]) below.push(difference);
  }
  const stack: { path: string; differs: boolean }[] = [];
  return below.flatMap(([path, differs]): StoreCountTerm[] => {
    while (stack.length > 0 && !path.startsWith(stack.at(-1)!.path)) stack.pop();
    const parent = stack.at(-1)?.differs ?? false;
    stack.push({ path, differs });
    return differs === parent ? [] : [{ path, sign: differs ? 1 : -1 }];
  });
}

/** Whether any path lies at, above or below a node. The paths are sorted, and none is below another. */
export function overlaps(paths: readonly string[], nodePath: string): boolean {
  const index = binarySearch(paths.length, (index) => paths[index]! >= nodePath);
  return paths[index]?.startsWith(nodePath) === true || (index > 0 && nodePath.startsWith(paths[index - 1]!));
}

function nearestDifference(differences: Differences, nodePath: string): Difference | undefined {
  for (let end = nodePath.length; end > 0; end = nodePath.lastIndexOf('.', end - 2) + 1) {
    const path = nodePath.slice(0, end);
    const difference = differences[lowerBound(differences, path)];
    if (difference?.[0] === path) return difference;
  }
  return undefined;
}

const lowerBound = (differences: Differences, path: string): number =>
  binarySearch(differences.length, (index) => differences[index]![0] >= path);

/** The first index in [0, count) for which a monotonic predicate is true; `count` if there is none. */
function binarySearch(count: number, predicate: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (predicate(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Merges the differences of several fields: a path differs if it does for any field. */
export function mergeDifferences(all: readonly Differences[]): Differences {
  const [first, ...more] = all;
  if (!first || more.length === 0) return first ?? [];
  const paths = [...new Set(all.flatMap((differences) => differences.map(([path]) => path)))].sort();
  const differs = new Set<string>();
  for (const differences of all) {
    const differsByPath = new Map(differences);
    const stack: { path: string; differs: boolean }[] = [];
    for (const path of paths) {
      while (stack.length > 0 && !path.startsWith(stack.at(-1)!.path)) stack.pop();
      const differsHere = differsByPath.get(path) ?? stack.at(-1)?.differs ?? false;
      stack.push({ path, differs: differsHere });
      if (differsHere) differs.add(path);
    }
  }
  return paths.map((path) => [path, differs.has(path)] as const);
}
