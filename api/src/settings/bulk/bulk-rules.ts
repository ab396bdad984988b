import type { ErrorCode } from '@storeward/contract/errors';
import type { BulkTask } from '@storeward/contract/settings/endpoints/bulk-override';
import type { StoredValue } from '@storeward/contract/settings/engine/effective-value';
import { parseFieldName } from '@storeward/contract/settings/engine/field-name';
import { isSecret } from '@storeward/contract/settings/kinds/registry';
import { storedFieldOf } from '@storeward/contract/settings/engine/section';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { Actor } from '../../platform/actor.ts';
import type * as bulk from './bulk-queries.ts';
import type { AncestorValue, SettingsSnapshot } from './bulk-snapshot.ts';
import { changesAnything, firstError, planSection, type SectionUpdate } from '../commands/plan.ts';
import { inheritanceOf } from '../inheritance/field-inheritance.ts';
import { addsRows } from '../lists/list-push.ts';
import { storedPath } from '../path-entries.ts';
import { type DesiredFields, type DesiredValue, mayBulkEdit } from '../policy.ts';

/** The updates of a bulk override at a node, or the error that prevents them. */
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
    if (!mayBulkEdit(actor, sectionOf(section), target)) return { error: 'import.rightMissing' };
    const ancestors = above.filter((entry) => entry.section === section);
    const state = { node, own: ownValues, above: ancestors };
    const desired =
      task.action === 'push'
        ? pushValues(task, section, state)
        : task.action === 'lock'
          ? lockValues(task, section, state)
          : clearValues(task, section, ownValues);
    const path = { section, above: ancestors, own: [...ownValues.values()], node: node.tpath };
    const plan = planSection(path, desired, { fromStorage: true });
    const error = firstError(plan);
    if (error) return { error };
    if (changesAnything(plan.update)) updates.push(plan.update);
  }
  return { updates };
}

type NodeSection = {
  readonly node: bulk.BulkNode;
  readonly own: ReadonlyMap<string, bulk.NodeValue>;
  readonly above: readonly AncestorValue[];
};

/** Whether a bulk override includes a field. */
export const isChosen = ({ fields }: Pick<BulkTask, 'fields'>, section: SectionName, field: string): boolean =>
  fields === undefined || fields.includes(`${section}.${field}`);

/** The values a push has to change at a node; modes stay as they are. */
function pushValues({ values }: BulkTask, section: SectionName, { node, own, above }: NodeSection): DesiredFields {
  const after: Record<string, DesiredValue> = {};
  for (const [name, value] of Object.entries(values[section] ?? {})) {
    const field = sectionOf(section).fields[name];
    if (!field || isSecret(field)) continue;
    const stored = storedPath(name, { above, own: [...own.values()], node: node.tpath });
    Object.assign(after, inheritanceOf(field).push({ section, name, field, stored }, value));
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

/** The own values of a node with the mode `locked`; none for a store, which has no descendants. */
function lockValues(task: BulkTask, section: SectionName, { node, own, above }: NodeSection): DesiredFields {
  if (node.nodeType === 'STORE') return {};
  const after: Record<string, DesiredValue> = {};
  for (const [name, field] of Object.entries(sectionOf(section).fields)) {
    const stored = storedPath(name, { above, own: [...own.values()], node: node.tpath });
    if (!isChosen(task, section, name) || stored.own.length === 0 || own.get(name)?.mode === 'locked') continue;
    Object.assign(after, inheritanceOf(field).lock({ section, name, field, stored }));
  }
  return after;
}
