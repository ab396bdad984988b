import type { ErrorCode } from '@storeward/contract/errors';
import type { BulkTask } from '@storeward/contract/settings/bulk-override';
import { resolveChain, type StoredValue } from '@storeward/contract/settings/effective-value';
import { isRowWise, type RowValues } from '@storeward/contract/settings/kinds/list';
import { equalValues, isSecret } from '@storeward/contract/settings/kinds/registry';
import { storedFieldOf } from '@storeward/contract/settings/section';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { Actor } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import * as bulk from './bulk-queries.ts';
import { consistencyErrors, isUnchanged } from './change.ts';
import { listErrors } from './lists/list-checks.ts';
import { addsRows, pushRows } from './lists/list-push.ts';
import { pathEntries } from './path-entries.ts';
import { type DesiredFields, type DesiredValue, mayEdit, mayBulkOverride, valueError } from './policy.ts';
import * as queries from './queries.ts';

/** A value stored above a node; `tpath` is set for nodes at or below the source. */
export type AncestorValue = Pick<queries.Explanation, 'section' | 'field' | 'value' | 'mode'> & {
  readonly tpath?: string;
};

/** Settings of several nodes at one time: values above each node, its own values and section versions. */
export type SettingsSnapshot = {
  readonly now: string;
  readonly source: bulk.BulkNode | undefined;
  readonly nodes: ReadonlyMap<string, bulk.BulkNode>;
  readonly above: (node: bulk.BulkNode) => readonly AncestorValue[];
  readonly own: (node: bulk.BulkNode) => readonly bulk.NodeValue[];
  readonly version: (node: bulk.BulkNode, section: SectionName) => number;
};

/** Replaces the stored values of a path by those that the same file is going to write there. */
export type Planned = (tpath: string, values: readonly bulk.NodeValue[]) => readonly AncestorValue[];

/** Loads the settings of nodes and their source with a constant number of queries. */
export async function loadSnapshot(
  { db, actor: { scope } }: { db: Db; actor: Actor },
  sourceId: string,
  ids: readonly string[],
  sections: readonly SectionName[],
  { lock, planned = (_, values) => values }: { lock: boolean; planned?: Planned },
): Promise<SettingsSnapshot> {
  const nodes = await bulk.listNodes(db, scope, [sourceId, ...ids], { lock });
  // read after locking, so that a waiting transaction gets a later time than the one it waited for
  const now = await bulk.currentTimestamp(db);
  const source = nodes.get(sourceId);
  const isBelow = ({ tpath }: bulk.BulkNode) => source !== undefined && tpath.startsWith(source.tpath);
  const paths = new Set(
    [...nodes.values()].flatMap((node) => [node.tpath, ...(isBelow(node) ? pathsAbove(node) : [])]),
  );
  // nodes that were moved out of the source's subtree need the values above their parent; this is rare
  const outsideParentIds = [...nodes.values()].flatMap((node) => (isBelow(node) ? [] : (node.parentId ?? [])));
  const [values, explanations, versions] = await Promise.all([
    bulk.listValuesAtPaths(db, scope, [...paths], sections),
    queries.listExplanations(
      db,
      scope,
      [...new Set([...(source ? [source.id] : []), ...outsideParentIds])],
      sections,
      now,
    ),
    bulk.listVersions(db, scope, ids, sections),
  ]);
  const valuesByPath = Map.groupBy(values, ({ tpath }) => tpath);
  const explanationsByNode = Map.groupBy(explanations, ({ forNode }) => forNode);
  const versionByKey = new Map(versions.map(({ nodeId, section, version }) => [`${nodeId} ${section}`, version]));
  return {
    now,
    source,
    nodes,
    above: (node) =>
      isBelow(node)
        ? [
            ...(explanationsByNode.get(sourceId) ?? []).filter(({ nodeId }) => nodeId !== sourceId),
            ...pathsAbove(node).flatMap((path) => planned(path, valuesByPath.get(path) ?? [])),
          ]
        : (explanationsByNode.get(node.parentId ?? '') ?? []),
    own: ({ tpath }) => valuesByPath.get(tpath) ?? [],
    version: ({ id }, section) => versionByKey.get(`${id} ${section}`) ?? 0,
  };

  function pathsAbove(node: bulk.BulkNode): string[] {
    return source ? pathsBetween(source, node) : [];
  }
}

/** The paths from an ancestor (included) down to the parent of a node. */
export const pathsBetween = (root: { tpath: string }, { tpath }: { tpath: string }): string[] =>
  [...tpath.matchAll(/\./g)]
    .map(({ index }) => tpath.slice(0, index + 1))
    .filter((path) => path.length >= root.tpath.length && path !== tpath);

/** The fields of a section to change, with their values before and after. */
export type SectionUpdate = {
  readonly section: SectionName;
  readonly after: DesiredFields;
  readonly before: DesiredFields;
};

/** What a bulk override would do at a node, or why it may not. */
export type Evaluation = { readonly error: ErrorCode } | { readonly updates: readonly SectionUpdate[] };

/** Evaluates nodes by the rules of a single change. */
export function createEvaluator(actor: Actor, task: BulkTask, snapshot: SettingsSnapshot): (id: string) => Evaluation {
  const { source } = snapshot;
  // siblings without own values have the same result
  const evaluationsByParent = new Map<string, Evaluation>();
  return (id) => {
    const node = snapshot.nodes.get(id);
    if (!node || !source || node.id === source.id || !node.tpath.startsWith(source.tpath))
      return { error: 'bulk.notBelow' };
    const own = snapshot.own(node);
    const key = own.length === 0 ? (node.parentId ?? '') : '';
    const cached = evaluationsByParent.get(key);
    if (key && cached) return cached;
    const evaluation = evaluateNode(actor, task, { node, own, above: snapshot.above(node) });
    const isShared = 'error' in evaluation || !evaluation.updates.some(({ after }) => addsRows(after));
    if (key && isShared) evaluationsByParent.set(key, evaluation);
    return evaluation;
  };
}

type NodeState = {
  readonly node: bulk.BulkNode;
  readonly own: readonly bulk.NodeValue[];
  readonly above: readonly AncestorValue[];
};

function evaluateNode(actor: Actor, task: BulkTask, { node, own, above }: NodeState): Evaluation {
  const updates: SectionUpdate[] = [];
  for (const section of task.sections) {
    const ownValues = new Map(own.filter((entry) => entry.section === section).map((entry) => [entry.field, entry]));
    const target = { nodeType: node.nodeType, own: ownValues.size > 0 };
    if (!mayBulkOverride(actor) || !mayEdit(actor, sectionOf(section), target)) return { error: 'import.rightMissing' };
    const ancestors = above.filter((entry) => entry.section === section);
    const after =
      task.action === 'push'
        ? pushValues(task, section, { node, own: ownValues, above: ancestors })
        : clearValues(section, ownValues);
    if (typeof after === 'string') return { error: after };
    const fields = Object.keys(after);
    if (fields.length === 0) continue;
    const [conflict] = consistencyErrors(section, [...ancestors, ...ownValues.values()], after, node.tpath);
    if (conflict) return { error: conflict.code };
    updates.push({
      section,
      after,
      before: Object.fromEntries(fields.map((field) => [field, ownValues.get(field) ?? null])),
    });
  }
  return { updates };
}

/**
 * The values a push has to change at a node; modes stay as they are. Returns an error code if a value is not allowed.
 */
function pushValues(
  { values }: BulkTask,
  section: SectionName,
  {
    node,
    own: ownValues,
    above,
  }: {
    node: bulk.BulkNode;
    own: ReadonlyMap<string, bulk.NodeValue>;
    above: readonly AncestorValue[];
  },
): DesiredFields | ErrorCode {
  const definition = sectionOf(section);
  const after: Record<string, DesiredValue> = {};
  for (const [name, value] of Object.entries(values[section] ?? {})) {
    const field = definition.fields[name];
    if (!field || isSecret(field)) continue;
    if (isRowWise(field)) {
      const stored = {
        above: pathEntries(name, above),
        own: pathEntries(name, [...ownValues.values()]),
        node: node.tpath,
      };
      const changed = pushRows(name, field, value as (RowValues & { id: string })[], stored);
      const [error] = listErrors(name, field, stored, changed);
      if (error) return error.code;
      Object.assign(after, changed);
      continue;
    }
    const own = ownValues.get(name);
    const desired = { value, mode: own?.mode ?? ('free' as const) };
    if (isUnchanged(field, own, desired)) continue;
    const ancestorValues = above.filter((entry) => entry.field === name);
    const error = valueError(definition, name, desired, ancestorValues);
    if (!error) {
      after[name] = desired;
      continue;
    }
    // no error if the value is already in effect through a lock above
    const chain = own ? [...ancestorValues, own] : ancestorValues;
    if (!equalValues(field, chain[resolveChain(field, chain).effectiveIndex]?.value, value)) return error;
  }
  return after;
}

const clearValues = (section: SectionName, ownValues: ReadonlyMap<string, StoredValue>): DesiredFields =>
  Object.fromEntries(
    [...ownValues.keys()].filter((name) => storedFieldOf(sectionOf(section), name)).map((name) => [name, null]),
  );
