import type { BulkPreview } from '@storeward/contract/settings/endpoints/bulk-override';
import { namedChanges } from '@storeward/contract/first-changes';
import { parseFieldName } from '@storeward/contract/settings/engine/field-name';
import { effectiveFieldValue, type PathEntry } from '@storeward/contract/settings/lists/list-rows';
import { sameValue } from '@storeward/contract/settings/engine/same-value';
import { fieldOf, type SettingField } from '@storeward/contract/settings/engine/section';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { Context } from '../../platform/http/pipeline/context.ts';
import { createYield } from '../../platform/time-slices.ts';
import { countStoresAt, listDescendantValues } from './bulk-queries.ts';
import type { SectionUpdate } from '../commands/plan.ts';
import { pathsBetween } from './bulk-snapshot.ts';
import { inheritanceOf } from '../inheritance/field-inheritance.ts';
import { pathEntries } from '../path-entries.ts';
import * as queries from '../queries.ts';

/** The maximum number of stored values that are compared. */
const maxValues = 100_000;
/** The maximum number of differences in a response. */
const maxListedDifferences = 8;
/** The maximum number of changed values that are named of one node. */
const maxNamedValues = 3;

type Difference = BulkPreview['differences'][number];
type ValueChange = Omit<Difference, 'count'>;
/** `firstChanges` has the changed values of the first nodes that change, by the path of the node. */
type Effects = Pick<BulkPreview, 'differences' | 'otherDifferences' | 'storesAffected'> & {
  readonly firstChanges: ReadonlyMap<string, readonly ValueChange[]>;
};
type Found = { readonly counts: Map<string, Difference>; readonly firstChanges: ReadonlyMap<string, ValueChange[]> };
type Entry = PathEntry & { readonly field: string };

/** What a bulk override changes at a node, by the path of the node, in the order of the targets. Nodes with equal changes share the object. */
export type PlannedUpdates = ReadonlyMap<string, readonly SectionUpdate[]>;

/** Computes the changes of effective values that a bulk override causes, with the number of nodes and of affected stores. */
export async function bulkEffects(
  context: Pick<Context, 'db' | 'actor'>,
  source: queries.SettingNode,
  updates: PlannedUpdates,
): Promise<Effects> {
  const sections = [...new Set([...updates.values()].flatMap((node) => node.map(({ section }) => section)))];
  const counts = new Map<string, Difference>();
  const firstChanges = new Map([...updates.keys()].slice(0, namedChanges).map((path) => [path, [] as ValueChange[]]));
  const affected = new Map<string, boolean>();
  for (const section of sections) {
    const compared = await compareSection(context, source, section, updates, { counts, firstChanges });
    if (!compared) return { differences: [], otherDifferences: 0, storesAffected: null, firstChanges: new Map() };
    for (const [path, isAffected] of compared) affected.set(`${path} ${section}`, isAffected);
  }
  const sorted = [...counts.values()].toSorted((one, other) => other.count - one.count);
  return {
    differences: sorted.slice(0, maxListedDifferences),
    otherDifferences: Math.max(0, sorted.length - maxListedDifferences),
    storesAffected: await countAffected(context, sections, affected),
    firstChanges,
  };
}

/**
 * Compares the effective values of a section at each node below the source that stores some, before or after. Counts the
 * differences of the nodes that change, collects those of the first ones, and returns for each path whether any value differs there; undefined if too many
 * values are stored.
 */
async function compareSection(
  { db, actor: { scope } }: Pick<Context, 'db' | 'actor'>,
  source: queries.SettingNode,
  section: SectionName,
  updates: PlannedUpdates,
  { counts, firstChanges }: Found,
): Promise<ReadonlyMap<string, boolean> | undefined> {
  const [above, below] = await Promise.all([
    queries.listExplanations(db, scope, [source.id], [section], source.now),
    listDescendantValues(db, scope, source, section, { limit: maxValues + 1 }),
  ]);
  if (below.length > maxValues) return undefined;
  const storedByPath = Map.groupBy(below, ({ tpath }) => tpath);
  const updateOf = (path: string) => updates.get(path)?.find((update) => update.section === section);
  const fields = new Set(
    [...updates.values()].flatMap((node) =>
      node.flatMap((update) =>
        update.section === section ? Object.keys(update.after).map((name) => parseFieldName(name).field) : [],
      ),
    ),
  );
  const definitions = [...fields].flatMap((field) => {
    const definition = fieldOf(sectionOf(section), field);
    return definition ? [[field, definition] as const] : [];
  });
  const paths = [...new Set([...storedByPath.keys(), ...updates.keys()])].toSorted();
  const known = new Set(paths);
  const results = new Map<string, readonly FieldComparison[]>();
  const affected = new Map<string, boolean>();
  const yieldIfDue = createYield();
  for (const path of paths) {
    await yieldIfDue();
    const way = [...pathsBetween(source, { tpath: path }), path].filter(
      (step) => step !== source.tpath && known.has(step),
    );
    const update = updateOf(path);
    // siblings without own values that change in the same way have the same result
    const key = storedByPath.has(path) ? path : `${way.at(-2) ?? ''} ${update ? idOf(updates.get(path)!) : ''}`;
    const result =
      results.get(key) ??
      definitions.map(([field, definition]) =>
        compareField(
          field,
          definition,
          { above, below: way.flatMap((step) => storedByPath.get(step) ?? []) },
          way.flatMap((step) => entriesAfter(step, storedByPath.get(step) ?? [], updateOf(step))),
          path,
        ),
      );
    results.set(key, result);
    affected.set(
      path,
      result.some(({ differs }) => differs),
    );
    const changed = new Set(Object.keys(update?.after ?? {}).map((name) => parseFieldName(name).field));
    for (const { field, before, after } of result) {
      if (!changed.has(field)) continue;
      count(counts, { section, field, before, after });
      const named = firstChanges.get(path);
      if (named && named.length < maxNamedValues) named.push({ section, field, before, after });
    }
  }
  return affected;
}

type FieldComparison = {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly differs: boolean;
};

function compareField(
  field: string,
  definition: SettingField,
  { above, below }: { above: readonly queries.Explanation[]; below: readonly Stored[] },
  belowAfter: readonly Stored[],
  path: string,
): FieldComparison {
  const fixed = pathEntries(field, above);
  const [entriesNow, entriesThen] = [pathEntries(field, below), pathEntries(field, belowAfter)];
  const valueOf = (entries: readonly PathEntry[]) => effectiveFieldValue(definition, [...fixed, ...entries]);
  const [before, after] = [valueOf(entriesNow), valueOf(entriesThen)];
  const reportedValue = (value: unknown, entries: readonly Entry[]) =>
    inheritanceOf(definition).reported(
      definition,
      value,
      entries.filter(({ node }) => node === path),
    );
  return {
    field,
    before: reportedValue(before, entriesNow),
    after: reportedValue(after, entriesThen),
    differs: !sameValue(before ?? null, after ?? null),
  };
}

type Stored = Omit<Entry, 'node' | 'row'> & { readonly tpath: string };

/** What a node stores after its update. */
function entriesAfter(tpath: string, stored: readonly Stored[], update: SectionUpdate | undefined): readonly Stored[] {
  if (!update) return stored;
  return [
    ...stored.filter(({ field }) => !(field in update.after)),
    ...Object.entries(update.after).flatMap(([field, desired]) => (desired ? [{ tpath, field, ...desired }] : [])),
  ];
}

function count(counts: Map<string, Difference>, difference: ValueChange): void {
  const key = JSON.stringify(difference);
  counts.set(key, { ...difference, count: (counts.get(key)?.count ?? 0) + 1 });
}

const ids = new WeakMap<object, number>();
let lastId = 0;
function idOf(object: object): number {
  const id = ids.get(object) ?? (lastId += 1);
  ids.set(object, id);
  return id;
}

/**
 * Counts the stores where a value of any section differs: those of sub-trees with a difference, without their parts
 * without one.
 */
async function countAffected(
  { db, actor: { scope } }: Pick<Context, 'db' | 'actor'>,
  sections: readonly SectionName[],
  affected: ReadonlyMap<string, boolean>,
): Promise<number> {
  const paths = [...new Set([...affected.keys()].map((key) => key.slice(0, key.indexOf(' '))))].toSorted();
  const included: string[] = [];
  const excluded: string[] = [];
  // the ancestors of the current path, each with the known state of every section
  const way: { path: string; states: readonly boolean[]; isAffected: boolean }[] = [];
  for (const path of paths) {
    while (way.length > 0 && !path.startsWith(way.at(-1)!.path)) way.pop();
    const upper = way.at(-1);
    const states = sections.map(
      (section, index) => affected.get(`${path} ${section}`) ?? upper?.states[index] ?? false,
    );
    const isAffected = states.some(Boolean);
    if (isAffected !== (upper?.isAffected ?? false)) (isAffected ? included : excluded).push(path);
    way.push({ path, states, isAffected });
  }
  const [more, fewer] = await Promise.all([countStoresAt(db, scope, included), countStoresAt(db, scope, excluded)]);
  return more - fewer;
}
