import { parseFieldName } from '@storeward/contract/settings/engine/field-name';
import { isSecret } from '@storeward/contract/settings/kinds/registry';
import { fieldOf, type SettingField } from '@storeward/contract/settings/engine/section';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import type { YieldIfDue } from '../platform/time-slices.ts';
import * as queries from './change-event-queries.ts';
import {
  type ComparisonWork,
  type Differences,
  everywhereBelow,
  findDifferences,
  mergeDifferences,
  type ValueChange,
} from './effective-change.ts';

/**
 * Values that are read and compared for the events of one batch, over all their fields. Sections with more count as
 * changed everywhere below their changes, so that the memory and the time of a change near the root are limited.
 */
export const maxComparedValues = 150_000;
/** The same for the work of comparing them: some ten seconds, where many nodes below a long list change it. */
const maxComparisonWork = 2_000_000;

export type Changes = {
  /** Undefined if values are not compared. */
  readonly changedFields: readonly queries.ChangedField[] | undefined;
  readonly changedSections: readonly queries.ChangedSection[];
  readonly changeIds: readonly string[];
  /** Moved nodes, each with the ids of its previous ancestors. */
  readonly movedNodes: readonly { readonly path: string; readonly previousAncestorIds: readonly string[] }[];
  /** Paths of all changed and moved nodes. */
  readonly paths: readonly string[];
};

export type ChangesInSpan = Changes & { readonly roots: readonly string[]; readonly span: queries.Span };

/** Paths that are not below another one. */
export function outermostPaths(paths: readonly string[]): string[] {
  const outermost: string[] = [];
  for (const path of paths.toSorted())
    if (!outermost.length || !path.startsWith(outermost.at(-1)!)) outermost.push(path);
  return outermost;
}

/** The paths of a node's ancestors, from the root down. */
export const pathsAboveNode = (path: string): string[] =>
  [...path.matchAll(/\./g)].map(({ index }) => path.slice(0, index + 1)).filter((ancestor) => ancestor !== path);

export type DifferencesBySection = ReadonlyMap<SectionName, Differences>;

/** The differences by section. Sections without a subscribed webhook are skipped. */
export async function findDifferencesBySection(
  db: Db,
  scope: Scope,
  webhooks: readonly queries.ActiveWebhook[],
  { changedFields, changedSections, changeIds, movedNodes, roots, span }: ChangesInSpan,
  yieldIfDue: YieldIfDue,
): Promise<DifferencesBySection> {
  const ancestorPaths = [...new Set(roots.flatMap(pathsAboveNode))];
  const previousAncestorIds = [...new Set(movedNodes.flatMap((node) => node.previousAncestorIds))];
  // moving a node can change any field that an old or new ancestor sets
  const fieldsWithValues =
    movedNodes.length > 0
      ? await queries.listFieldsWithValues(db, scope, { ancestorPaths, previousAncestorIds }, span)
      : [];
  const fields = new Map(
    [...(changedFields ?? []), ...fieldsWithValues].map(({ section, field }) => [
      `${section}.${field}`,
      { section, field },
    ]),
  );
  const differences = new Map<SectionName, Differences[]>();
  const uncompared = new Set(
    changedFields ? [] : [...changedSections, ...fieldsWithValues].map(({ section }) => section),
  );
  const work = { left: maxComparisonWork };
  let left = maxComparedValues;
  for (const field of fields.values()) {
    const isSubscribed = webhooks.some(({ sections }) => sections?.includes(field.section) ?? true);
    const definition = fieldOf(sectionOf(field.section), field.field);
    if (!isSubscribed || !definition || uncompared.has(field.section)) continue;
    const rows = await queries.listFieldValues(
      db,
      scope,
      field,
      { roots, ancestorPaths, previousAncestorIds },
      { ...span, changeIds, limit: left },
    );
    if (!rows) {
      uncompared.add(field.section);
      continue;
    }
    left -= rows.length;
    const values = rows.map((row) => ({
      ...row,
      node: row.nodeId,
      row: parseFieldName(row.field).row,
      value: isErasedSecret(definition, row) ? { erased: true } : row.value,
    }));
    const fieldDifferences = await findFieldDifferences(definition, values, { roots, movedNodes }, work, yieldIfDue);
    if (!fieldDifferences) uncompared.add(field.section);
    else if (fieldDifferences.some(([, differs]) => differs))
      differences.set(field.section, [...(differences.get(field.section) ?? []), fieldDifferences]);
  }
  const changesBySection = Map.groupBy(changedSections, ({ section }) => section);
  for (const section of uncompared) {
    const changedPaths = (changesBySection.get(section) ?? []).map(({ tpath }) => tpath);
    const movedPaths = fieldsWithValues.some((field) => field.section === section)
      ? movedNodes.map(({ path }) => path)
      : [];
    differences.set(section, [everywhereBelow(outermostPaths([...changedPaths, ...movedPaths]))]);
  }
  return new Map([...differences].map(([section, fieldDifferences]) => [section, mergeDifferences(fieldDifferences)]));
}

/** A deleted secret has been erased from its past value, which still differs from no value. */
const isErasedSecret = (field: SettingField, { value, appliesBefore, ended }: queries.FieldValueRow): boolean =>
  isSecret(field) && value === null && appliesBefore && ended;

async function findFieldDifferences(
  field: SettingField,
  values: readonly (ValueChange & { readonly nodeId: string })[],
  { roots, movedNodes }: Pick<ChangesInSpan, 'roots' | 'movedNodes'>,
  work: ComparisonWork,
  yieldIfDue: YieldIfDue,
): Promise<Differences | undefined> {
  const valuesByPath = Map.groupBy(values, ({ path }) => path);
  const valuesByNode = Map.groupBy(values, ({ nodeId }) => nodeId);
  const rootPaths = new Set(roots);
  const rootOf = (path: string) => [...pathsAboveNode(path), path].find((candidate) => rootPaths.has(candidate));
  const valuesByRoot = Map.groupBy(values, ({ path }) => rootOf(path));
  const movedByRoot = Map.groupBy(movedNodes, ({ path }) => rootOf(path));
  const differences: Differences[number][] = [];
  for (const root of roots) {
    const inputs = {
      above: pathsAboveNode(root).flatMap((path) => valuesByPath.get(path) ?? []),
      values: valuesByRoot.get(root) ?? [],
      movedNodes: (movedByRoot.get(root) ?? []).map(({ path, previousAncestorIds }) => ({
        path,
        inheritedBefore: previousAncestorIds
          .flatMap((id) => valuesByNode.get(id) ?? [])
          .filter(({ appliesBefore }) => appliesBefore),
      })),
    };
    const found = await findDifferences(field, root, inputs, work, yieldIfDue);
    if (!found) return undefined;
    for (const difference of found) differences.push(difference);
  }
  return differences;
}
