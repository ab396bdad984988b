import { type NodeType, permits } from '@storeward/contract/access';
import type { ErrorCode } from '@storeward/contract/errors';
import { normalised } from '@storeward/contract/fields';
import { type CellError, parseStatus } from '@storeward/contract/imports';
import { nodeColumns, type NodeColumn } from '@storeward/contract/node-import';
import { childNodeTypes, type ChildNodeType } from '@storeward/contract/nodes';
import type { FileRow, ImportContext, ImportKind, RowEvaluation, ParsedRow, WrittenRecord } from '../imports/kind.ts';
import { newId } from '../platform/database/ids.ts';
import { inputFields, parseInput, parseNodeType } from './import-cells.ts';
import {
  refreshPath,
  toNodeInsert,
  applyChange,
  auditFields,
  type NodeChange,
  restore,
  type NodeAuditEvent,
  recordAudit,
} from './import-changes.ts';
import * as queries from './import-queries.ts';
import type { ExistingNode } from './import-queries.ts';
import { nodeColumnAliases } from './import-column-aliases.ts';
import { parentTypeError, moveError, ownNodeError, regionError } from './policy.ts';
import { tryLockStructure } from './queries.ts';
import * as tree from './tree-queries.ts';

/** The data that a row is evaluated against. */
type EvaluationContext = {
  readonly context: ImportContext;
  readonly existing: ReadonlyMap<string, ExistingNode>;
  readonly plannedRows: ReadonlyMap<string, FileRow>;
  readonly takenCodes: ReadonlySet<string>;
  readonly hosts: readonly string[];
};

/** Imports nodes with the same rules as the endpoints that create, change, move or disable one node. */
export const nodeImport: ImportKind<NodeChange> = {
  name: 'nodes',
  columns: nodeColumns,
  columnAliases: nodeColumnAliases,
  keyColumn: 'code',
  dependencyColumn: 'parentCode',

  identifyRow: (cells) => ({
    key: normalised(cells.get('code') ?? ''),
    dependsOn: normalised(cells.get('parentCode') ?? ''),
    rank: childNodeTypes.indexOf(parseNodeType(cells) as ChildNodeType) + 1,
  }),

  leafRank: childNodeTypes.indexOf('STORE') + 1,
  undoPermissions: { created: ['DELETE_NODE'], updated: ['EDIT_NODE', 'EDIT_NODE_DETAILS', 'ENABLED_NODE'] },

  // Without waiting: a move that holds the structure lock updates the row of the import run, so waiting for the lock
  // while holding that row would deadlock.
  acquireLock: ({ db, actor }, exclusive) => tryLockStructure(db, actor.scope, exclusive),

  async evaluate(context, parsedRows, rowsByKey) {
    const { db, actor, writing } = context;
    const keys = parsedRows.map(({ key }) => key);
    const parents = parsedRows.map(({ dependsOn }) => dependsOn).filter(Boolean);
    const [existing, hosts, roots] = await Promise.all([
      queries.listByCode(db, actor.scope, [...keys, ...parents], { lock: writing }),
      tree.listHosts(db, actor.scope),
      queries.listRoots(db, actor.scope),
    ]);
    const [plannedRows, takenCodes] = await Promise.all([
      rowsByKey(parents.filter((key) => !existing.has(key))),
      queries.listTakenCodes(
        db,
        actor.scope,
        keys.filter((key) => !existing.has(key)),
      ),
    ]);
    // a company may omit its parent: it can only be the organisation
    const existingByKey = new Map([...roots.map((root) => ['', root] as const), ...existing]);
    return parsedRows.map((row) =>
      evaluateRow(row, { context, existing: existingByKey, plannedRows, takenCodes, hosts }),
    );
  },

  async write(context, changes) {
    const { db, actor } = context;
    const newNodes = changes.flatMap((change) => (change.existing ? [] : [{ ...change, id: newId() }]));
    const paths = await queries.insertNodes(db, actor.scope, newNodes.map(toNodeInsert), actor.userId);
    const createEvents = newNodes.map(({ id, input, nodeType, status }) => ({
      id,
      tpath: paths.get(id)!,
      action: 'node.created' as const,
      after: { ...input, nodeType, ...(status ? {} : { status }) },
    }));
    const ids = newNodes.map(({ id }) => id).values();
    const written: WrittenRecord[] = [];
    const auditEvents: NodeAuditEvent[] = [...createEvents];
    let moved = false;
    for (const change of changes) {
      const { existing: checked, parent } = change;
      // an earlier move of this batch may have changed its path
      const existing: ExistingNode | undefined = checked && moved ? await refreshPath(context, checked) : checked;
      moved ||= existing !== undefined && parent !== undefined && parent.id !== existing.parentId;
      if (!existing) written.push({ entityId: ids.next().value!, version: 1, before: null });
      else
        written.push(
          await applyChange(context, { ...change, existing, parentId: parent?.id ?? existing.parentId }, auditEvents),
        );
    }
    await recordAudit(context, auditEvents);
    return written;
  },

  async undo(context, written) {
    const { db, actor } = context;
    const ids = written.map(({ entityId }) => entityId);
    const [existingById, nonEmpty] = await Promise.all([
      queries.listById(db, actor.scope, ids),
      queries.listNonEmpty(db, actor.scope, ids),
    ]);
    const auditEvents: NodeAuditEvent[] = [];
    const results: ('undone' | 'kept')[] = [];
    const deletedIds: string[] = [];
    for (const row of written) {
      const existing = existingById.get(row.entityId);
      const isUntouched =
        existing?.version === row.version && (row.outcome !== 'created' || !nonEmpty.has(existing.id));
      if (existing && isUntouched && row.outcome === 'created') {
        deletedIds.push(existing.id);
        auditEvents.push({
          id: existing.id,
          tpath: existing.tpath,
          action: 'node.deleted',
          before: auditFields(existing),
        });
      }
      const isUndone =
        existing && isUntouched && (row.outcome === 'created' || (await restore(context, existing, row, auditEvents)));
      results.push(isUndone ? 'undone' : 'kept');
    }
    await queries.deleteNodes(db, actor.scope, deletedIds, actor.userId);
    await recordAudit(context, auditEvents);
    return results;
  },
};

function evaluateRow(row: ParsedRow, evaluation: EvaluationContext): RowEvaluation<NodeChange> {
  const { context, existing: existingByKey, takenCodes, hosts } = evaluation;
  const { actor, origin } = context;
  const existing = row.key === '' ? undefined : existingByKey.get(row.key);
  const { input, faults: cellErrors } = parseInput(row.cells, existing);
  const faults: CellError[] = [...row.faults, ...cellErrors];
  const addError = (column: NodeColumn | null, messageCode: ErrorCode | undefined) => {
    if (messageCode) faults.push({ column, messageCode });
  };
  const has = (name: string) => permits(actor.permissions, [name]);

  const nodeType = row.cells.has('type') ? parseNodeType(row.cells) : existing?.nodeType;
  if (!nodeType) addError('type', row.cells.get('type') ? 'field.invalid' : 'field.required');
  else if (existing && nodeType !== existing.nodeType) addError('type', 'import.typeFixed');
  else if (existing && !existing.parentId) addError('code', 'node.ownPlace');
  if (!existing && takenCodes.has(row.key)) addError('code', 'import.takenOutside');

  // an empty cell leaves the status of an existing node unchanged
  const status = row.cells.get('status') ? parseStatus(row.cells.get('status') ?? '') : (existing?.status ?? true);
  if (status === undefined) addError('status', 'field.invalid');

  const parent = row.cells.has('parentCode') || !existing ? resolveParent(row, nodeType, evaluation) : undefined;
  if (parent && 'error' in parent) addError('parentCode', parent.error);
  const isMove = existing && parent && !('error' in parent) && parent.node?.id !== existing.parentId;
  if (isMove)
    addError('parentCode', parent.node ? moveError(actor, existing, parent.node) : ownNodeError(actor, existing));

  const changedFields =
    existing && input ? inputFields.filter((field) => !isSameValue(input[field], existing[field])) : [];
  const changesStatus = existing !== undefined && status !== undefined && status !== existing.status;
  if (!existing && !has('CREATE_NODE')) addError(null, 'import.rightMissing');
  if (changedFields.length > 0 && !(has('EDIT_NODE') && has('EDIT_NODE_DETAILS')))
    addError(null, 'import.rightMissing');
  if (isMove && !has('EDIT_NODE')) addError('parentCode', 'import.rightMissing');
  if ((changesStatus || (!existing && status === false)) && !has('ENABLED_NODE'))
    addError('status', 'import.rightMissing');
  if (changesStatus) addError('status', ownNodeError(actor, existing));
  if (input && (!existing || changedFields.includes('region')))
    addError(
      'region',
      regionError(input.region, { own: existing?.id === actor.rootNode?.id, host: origin.host, hosts }),
    );

  const evaluated = { entityId: existing?.id ?? null, version: existing?.version ?? null, faults };
  if (faults.length > 0 || !input || !nodeType || status === undefined)
    return { ...evaluated, outcome: 'wrong', exclusive: false };
  const parentNode = parent && 'node' in parent ? parent.node : undefined;
  const change = { input, nodeType, status, parent: parentNode, existing };
  if (!existing) return { ...evaluated, outcome: 'created', exclusive: false, change };
  return changedFields.length > 0 || changesStatus || isMove
    ? { ...evaluated, outcome: 'updated', exclusive: isMove === true, change }
    : { ...evaluated, outcome: 'unchanged', exclusive: false };
}

/**
 * The parent of a row: an existing node, or one that the same file creates (`node` is then undefined while checking).
 */
function resolveParent(
  { dependsOn, cells }: ParsedRow,
  nodeType: NodeType | undefined,
  { existing, plannedRows, context }: EvaluationContext,
): { readonly node: ExistingNode | undefined } | { readonly error: ErrorCode | undefined } {
  const existingParent = dependsOn === '' && nodeType !== 'COMPANY' ? undefined : existing.get(dependsOn);
  const plannedRow = plannedRows.get(dependsOn);
  if (!existingParent && dependsOn === '')
    return { error: cells.has('parentCode') || nodeType ? 'field.required' : undefined };
  if (!existingParent && plannedRow?.outcome === 'wrong') return { error: 'import.parentWrong' };
  const parentType =
    existingParent?.nodeType ?? (plannedRow && !context.writing ? parseNodeType(plannedRow.cells) : undefined);
  if (!parentType) return { error: 'import.parentUnknown' };
  const error = nodeType && parentTypeError(nodeType, { nodeType: parentType });
  return error ? { error } : { node: existingParent };
}

/** Ignores surrounding white space, which every input path trims. */
const isSameValue = (cell: unknown, stored: unknown) =>
  JSON.stringify(cell) === JSON.stringify(typeof stored === 'string' ? stored.trim() : stored);
