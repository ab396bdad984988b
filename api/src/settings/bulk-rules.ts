import type { ErrorCode } from '@storeward/contract/errors';
import type { BulkTask } from '@storeward/contract/settings/bulk-override';
import { resolveChain, type StoredValue } from '@storeward/contract/settings/effective-value';
import { parseFieldName } from '@storeward/contract/settings/field-name';
import { isRowWise, type RowValues } from '@storeward/contract/settings/kinds/list';
import { equalValues, isSecret } from '@storeward/contract/settings/kinds/registry';
import { storedFieldOf } from '@storeward/contract/settings/section';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { Actor } from '../platform/actor.ts';
import type * as bulk from './bulk-queries.ts';
import type { AncestorValue, SettingsSnapshot } from './bulk-snapshot.ts';
import { consistencyErrors, isUnchanged } from './change.ts';
import { listErrors } from './lists/list-checks.ts';
import { addsRows, pushRows } from './lists/list-push.ts';
import { pathEntries } from './path-entries.ts';
import { type DesiredFields, type DesiredValue, mayEdit, mayBulkOverride, valueError } from './policy.ts';

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
    const state = { node, own: ownValues, above: ancestors };
    const after =
      task.action === 'push'
        ? pushValues(task, section, state)
        : task.action === 'lock'
          ? lockValues(task, section, state)
          : clearValues(task, section, ownValues);
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

type NodeSection = {
  readonly node: bulk.BulkNode;
  readonly own: ReadonlyMap<string, bulk.NodeValue>;
  readonly above: readonly AncestorValue[];
};

/** Whether a bulk override is about a field. */
export const isChosen = ({ fields }: Pick<BulkTask, 'fields'>, section: SectionName, field: string): boolean =>
  fields === undefined || fields.includes(`${section}.${field}`);

/**
 * The values a push has to change at a node; modes stay as they are. Returns an error code if a value is not allowed.
 */
function pushValues(
  { values }: BulkTask,
  section: SectionName,
  { node, own: ownValues, above }: NodeSection,
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

const clearValues = (
  task: BulkTask,
  section: SectionName,
  ownValues: ReadonlyMap<string, StoredValue>,
): DesiredFields =>
  Object.fromEntries(
    [...ownValues.keys()]
      .filter((name) => storedFieldOf(sectionOf(section), name) && isChosen(task, section, parseFieldName(name).field))
      .map((name) => [name, null]),
  );

/** The own values of a node with locks, where something is below it. Returns an error code if one may not be locked. */
function lockValues(
  task: BulkTask,
  section: SectionName,
  { node, own, above }: NodeSection,
): DesiredFields | ErrorCode {
  if (node.nodeType === 'STORE') return {};
  const after: Record<string, DesiredValue> = {};
  for (const [name, field] of Object.entries(sectionOf(section).fields)) {
    const entries = pathEntries(name, [...own.values()]);
    const current = own.get(name);
    if (!isChosen(task, section, name) || entries.length === 0 || current?.mode === 'locked') continue;
    const value = isRowWise(field) ? (current?.value ?? { order: null }) : current?.value;
    const desired = { value, mode: 'locked' as const };
    if (isRowWise(field)) {
      const stored = { above: pathEntries(name, above), own: entries, node: node.tpath };
      const [error] = listErrors(name, field, stored, { [name]: desired });
      if (error) return error.code;
    } else {
      const ancestorValues = above.filter((entry) => entry.field === name);
      const error = valueError(sectionOf(section), name, desired, ancestorValues);
      if (error) return error;
    }
    after[name] = desired;
  }
  return after;
}
