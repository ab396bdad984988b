import { errors, type ErrorCode } from '@storeward/contract/errors';
import { namedChanges } from '@storeward/contract/first-changes';
import { normalised } from '@storeward/contract/fields';
import type { NodeId } from '@storeward/contract/nodes';
import {
  bulkLimits,
  type BulkOverrideInput,
  type bulkOverrides,
  type BulkTask,
  parseCodes,
} from '@storeward/contract/settings/endpoints/bulk-override';
import { isSecret } from '@storeward/contract/settings/kinds/registry';
import { fieldOf } from '@storeward/contract/settings/engine/section';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { ImportRuns } from '../../imports/kind.ts';
import type { Context, Service } from '../../platform/http/pipeline/context.ts';
import { ensure, ApiError } from '../../platform/errors.ts';
import { bulkEffects } from './bulk-effects.ts';
import type { BulkNode } from './bulk-queries.ts';
import * as bulk from './bulk-queries.ts';
import { createEvaluator, isChosen } from './bulk-rules.ts';
import { loadSnapshot } from './bulk-snapshot.ts';
import type { SectionUpdate } from '../commands/plan.ts';
import { inheritanceOf } from '../inheritance/field-inheritance.ts';
import { isFilterable, toStoredJson } from '../radar/override-filter.ts';
import { mayEdit } from '../policy.ts';
import * as queries from '../queries.ts';
import { effectiveValues } from '../resolve.ts';

const evaluationBatchSize = 2_000;
/** The maximum number of unknown codes in an error response. */
const maxReportedCodes = 100;

/** Copies or clears the settings of many nodes below a source node. */
export function bulkOverridesService(runs: ImportRuns): Service<typeof bulkOverrides> {
  const { list, get, rows, start, stop, undo } = runs.service;
  return {
    list,

    async preview(context, { body }) {
      const { task, source, targets } = await resolveInput(context, body);
      const outcomes = { changes: 0, unchanged: 0, refused: 0 };
      const errorCounts = new Map<string, number>();
      const updates = new Map<string, readonly SectionUpdate[]>();
      for (let from = 0; from < targets.length; from += evaluationBatchSize) {
        const batch = targets.slice(from, from + evaluationBatchSize);
        const ids = batch.map(({ id }) => id);
        const snapshot = await loadSnapshot(context, task.source.id, ids, task.sections, { lock: false });
        const evaluate = createEvaluator(context.actor, task, snapshot);
        for (const { id, tpath } of batch) {
          const evaluation = evaluate(id);
          if ('error' in evaluation) errorCounts.set(evaluation.error, (errorCounts.get(evaluation.error) ?? 0) + 1);
          else if (evaluation.updates.length > 0) updates.set(tpath, evaluation.updates);
          outcomes['error' in evaluation ? 'refused' : evaluation.updates.length > 0 ? 'changes' : 'unchanged'] += 1;
        }
      }
      const { firstChanges, ...effects } = await bulkEffects(context, source, updates);
      const first = targets
        .filter(({ tpath }) => updates.has(tpath))
        .slice(0, namedChanges)
        .map(({ name, tpath }) => ({ name, differences: [...(firstChanges.get(tpath) ?? [])] }));
      return {
        source: task.source,
        placeCount: targets.length,
        storeCount: targets.filter(({ nodeType }) => nodeType === 'STORE').length,
        ...outcomes,
        faults: [...errorCounts].map(([messageCode, count]) => ({ messageCode, count })),
        ...effects,
        first,
      };
    },

    async create(context, { body }) {
      const { task, targets } = await resolveInput(context, body);
      return runs.begin(context, {
        name: task.source.name,
        columns: ['code', 'name'],
        task,
        rows: targets.map(({ id, code, key, name, depth }) => ({
          id,
          cells: [code, name],
          key,
          // ancestors first: their new values may restrict the nodes below
          rank: depth,
        })),
      });
    },

    get,
    rows,
    start,
    stop,
    undo,
  };
}

/** Validates the input, and resolves the values to push and the target nodes. */
async function resolveInput(
  context: Context,
  input: BulkOverrideInput,
): Promise<{ task: BulkTask; source: queries.SettingNode; targets: BulkNode[] }> {
  const { db, actor } = context;
  ensure(actor.rootNode && actor.rootNode.nodeType !== 'GLOBAL', 'import.notGlobal');
  const source = await queries.findSettingNode(db, actor.scope, input.sourceId);
  ensure(source, 'node.unknown');
  const sections = [...new Set(input.sections)];
  // targets are always below an organisation, so the permission for nodes is required
  for (const name of input.fields ?? []) ensure(chosenField(sections, name), 'setting.unknownField');
  for (const section of sections) ensure(mayEdit(actor, sectionOf(section), { nodeType: 'STORE' }), 'setting.notYours');
  const targets = await findTargets(context, source, input);
  ensure(targets.length > 0, 'bulk.noTargets');
  ensure(targets.length <= bulkLimits.nodes, 'bulk.tooMany');
  const values = input.action === 'push' ? await findEffectiveValues(context, source, sections, input) : {};
  ensure(input.action !== 'push' || Object.keys(values).length > 0, 'bulk.nothingToPush');
  const sourceRef = { id: source.id as NodeId, name: source.name, nodeType: source.nodeType };
  const { action, fields } = input;
  const task = { action, source: sourceRef, sections, values, reason: input.reason || null, ...(fields && { fields }) };
  return { task, source, targets };
}

/** The field of one of these sections that a name such as `section.field` refers to. */
function chosenField(sections: readonly SectionName[], name: string) {
  const section = sections.find((candidate) => name.startsWith(`${candidate}.`));
  const field = section ? name.slice(section.length + 1) : '';
  const definition = section && fieldOf(sectionOf(section), field);
  return section && definition ? { section, field, definition } : undefined;
}

/** The effective values of a node by section; without defaults and secrets. */
async function findEffectiveValues(
  { db, actor }: Context,
  { id, now }: queries.SettingNode,
  sections: readonly SectionName[],
  chosen: Pick<BulkOverrideInput, 'fields'>,
): Promise<BulkTask['values']> {
  const explanations = await queries.listExplanations(db, actor.scope, [id], sections, now);
  const valuesOf = effectiveValues(
    explanations.map(({ section, field, value, mode, nodeId }) => [section, field, value, mode, nodeId]),
  );
  const valuesBySection = sections.map((section) => {
    const { fields } = sectionOf(section);
    const isReadable = (field: string) =>
      isChosen(chosen, section, field) && (fields[field] === undefined || !isSecret(fields[field]));
    return [section, Object.entries(valuesOf(section)).filter(([field]) => isReadable(field))] as const;
  });
  return Object.fromEntries(
    valuesBySection.flatMap(([section, values]) => (values.length > 0 ? [[section, Object.fromEntries(values)]] : [])),
  );
}

/** The target nodes; throws unless all of them are below the source. */
async function findTargets(
  { db, actor: { scope } }: Context,
  source: queries.SettingNode,
  { sections, fields = [], nodeIds, subtrees, codes, overriding, storesOnly }: BulkOverrideInput,
): Promise<BulkNode[]> {
  const limit = bulkLimits.nodes + 1;
  if (overriding) {
    const field = chosenField(sections, fields[0] ?? '');
    ensure(field, 'setting.unknownField');
    const { value, rows: action } = overriding;
    ensure(value === undefined || isFilterable(field.definition), 'input.invalid');
    ensure(action === undefined || inheritanceOf(field.definition).overridesBy === 'action', 'input.invalid');
    const json = value === undefined ? undefined : toStoredJson(value);
    return bulk.listOverriding(db, scope, source, { ...field, value: json, action, limit });
  }
  if (nodeIds) {
    const subtreeRoots = await bulk.listNodes(db, scope, nodeIds, { lock: false });
    ensure(
      nodeIds.every((id) => subtreeRoots.has(id)),
      'node.unknown',
    );
    ensure(
      [...subtreeRoots.values()].every(({ tpath }) => tpath.startsWith(source.tpath)),
      'bulk.notBelow',
    );
    const roots = [...subtreeRoots.values()];
    if (subtrees) return bulk.listSubtrees(db, scope, source, roots, { storesOnly, limit });
    return roots
      .filter(({ id, nodeType }) => id !== source.id && (!storesOnly || nodeType === 'STORE'))
      .toSorted((one, other) => one.depth - other.depth);
  }
  const codesByKey = new Map(parseCodes(codes ?? '').map((code) => [normalised(code), code]));
  ensure(codesByKey.size <= bulkLimits.nodes, 'bulk.tooMany');
  const targets = await bulk.listBelowByCode(db, scope, source, [...codesByKey.keys()]);
  const knownKeys = new Set(targets.map(({ key }) => key));
  const unknownCodes = [...codesByKey].flatMap(([key, code]) => (knownKeys.has(key) ? [] : [code]));
  if (unknownCodes.length > 0)
    throw new ApiError('bulk.unknownCodes', { errors: unknownCodes.slice(0, maxReportedCodes).map(unknownCodeError) });
  return targets;
}

const unknownCodeError = (code: string) => {
  const messageCode: ErrorCode = 'bulk.unknownCodes';
  return { path: code, messageCode, message: errors[messageCode].text };
};
