import type { NodeType } from '@storeward/contract/access';
import type { ErrorCode } from '@storeward/contract/errors';
import { normalised, visibleText } from '@storeward/contract/fields';
import { type CellError, parseStatus } from '@storeward/contract/imports';
import { nodeImportColumns, type NodeColumn } from '@storeward/contract/nodes/node-import';
import { childNodeTypes, type ChildNodeType } from '@storeward/contract/nodes/node-types';
import type { FileRow, ImportContext, ParsedRow, RowPlan, RunKind } from '../../imports/kind.ts';
import { applyNodeChanges, type PlannedNode, planNodeChange } from '../commands/change.ts';
import { applyNewNodes, newNodeErrors, type PlannedNewNode, planNewNode } from '../commands/create.ts';
import { listHosts, listNodeStates, listRoots, listTakenCodes, type NodeState } from '../commands/state-queries.ts';
import { storedState, undoNodeRows } from '../commands/undo.ts';
import { parseInput, parseNodeType } from './import-cells.ts';
import type { RowsByKey } from './import-above.ts';
import { shiftedPlansOf } from './import-clocks.ts';
import { countriesAbove } from './import-countries.ts';
import { nodeLevels } from './import-levels.ts';
import { nodeColumnAliases } from './import-column-aliases.ts';
import { changeErrors, type NodeCommandError, regionErrors } from '../policy.ts';
import { tryLockStructure } from '../queries.ts';
import { mapInSlices } from '../../platform/time-slices.ts';

/** The effect of a valid row: it creates a node, or changes an existing one. */
type NodeRowChange = { readonly created: PlannedNewNode } | { readonly changed: PlannedNode };

/** The records that the plan of a row needs. */
type PlanLookups = {
  readonly context: ImportContext;
  readonly existing: ReadonlyMap<string, NodeState>;
  readonly plannedRows: ReadonlyMap<string, FileRow>;
  readonly takenCodes: ReadonlySet<string>;
  readonly countries: ReadonlyMap<string, string>;
  readonly hosts: readonly string[];
};

const unpermitted = 'import.rightMissing';

/** The run kind of node imports: its rows are applied by the commands that save one node. */
export const nodeImport: RunKind<NodeRowChange> = {
  name: 'nodes',
  columns: { known: nodeImportColumns, aliases: nodeColumnAliases, key: 'code', dependency: 'parentCode' },

  parseRow: (cells) => ({
    key: normalised(visibleText(cells.get('code') ?? '')),
    dependsOn: normalised(visibleText(cells.get('parentCode') ?? '')),
    rank: childNodeTypes.indexOf(parseNodeType(cells) as ChildNodeType) + 1,
  }),

  levels: nodeLevels,
  listTakenKeys: listTakenCodes,

  leafRank: childNodeTypes.indexOf('STORE') + 1,
  undoPermissions: ({ created, updated }) => [
    ...(created > 0 ? (['DELETE_NODE'] as const) : []),
    ...(updated > 0 ? (['EDIT_NODE', 'EDIT_NODE_DETAILS', 'ENABLED_NODE'] as const) : []),
  ],

  // Without waiting: a move that holds the structure lock updates the row of the import run, so waiting for the lock
  // while holding that row would deadlock.
  lock: ({ db, actor }, exclusive) => tryLockStructure(db, actor.scope, exclusive),

  async plan(context, parsedRows, rowsByKey) {
    const { db, actor, writing: lock } = context;
    const keys = parsedRows.map(({ key }) => key);
    const parents = parsedRows.map(({ dependsOn }) => dependsOn).filter(Boolean);
    const [states, hosts, roots] = await Promise.all([
      listNodeStates(db, actor.scope, { keys: [...keys, ...parents] }, { lock }),
      listHosts(db, actor.scope),
      listRoots(db, actor.scope),
    ]);
    // a company may omit its parent: it can only be the organisation
    const existing = new Map([
      ...roots.map((root) => ['', root] as const),
      ...states.map((state) => [state.key, state] as const),
    ]);
    const [plannedRows, takenCodes, countries] = await Promise.all([
      rowsByKey(parents.filter((key) => !existing.has(key))),
      listTakenCodes(
        db,
        actor.scope,
        keys.filter((key) => !existing.has(key)),
      ),
      countriesAbove(context, parsedRows, existing, rowsByKey),
    ]);
    const plans = await mapInSlices(parsedRows, (row) =>
      planRow(row, { context, existing, plannedRows, takenCodes, countries, hosts }),
    );
    return context.writing ? plans : withShiftedPlans(context, parsedRows, plans, rowsByKey);
  },

  async apply(context, changes) {
    const newNodes = changes.flatMap((change) => ('created' in change ? [change.created] : []));
    const changed = changes.flatMap((change) => ('changed' in change ? [change.changed] : []));
    const createdIds = (await applyNewNodes(context, newNodes)).values();
    const written = (await applyNodeChanges(context, changed)).values();
    return changes.map((change) => {
      if ('created' in change) return { entityId: createdIds.next().value!, version: 1, before: null };
      const { id: entityId, version } = written.next().value!;
      return { entityId, version, before: storedState(change.changed.node) };
    });
  },

  undo: undoNodeRows,
};

async function withShiftedPlans(
  context: ImportContext,
  rows: readonly ParsedRow[],
  plans: readonly RowPlan<NodeRowChange>[],
  rowsByKey: RowsByKey,
): Promise<RowPlan<NodeRowChange>[]> {
  const changedRows = rows.flatMap((row, index) => {
    const change = plans[index]?.change;
    return change && 'changed' in change ? [{ row, changed: change.changed }] : [];
  });
  const counts = await shiftedPlansOf(context, changedRows, rowsByKey);
  return plans.map((plan, index) => ({ ...plan, shiftedPlans: counts.get(rows[index]!.key) ?? 0 }));
}

function planRow(row: ParsedRow, lookups: PlanLookups): RowPlan<NodeRowChange> {
  const { context, existing: existingByKey, takenCodes } = lookups;
  const existing = row.key === '' ? undefined : existingByKey.get(row.key);
  const { input, region, faults: parseErrors } = parseInput(row.cells, existing, lookups.countries.get(row.key));
  const cellErrors: CellError[] = [...row.faults, ...parseErrors];
  const addError = (column: NodeColumn | null, messageCode: ErrorCode | undefined) => {
    if (messageCode) cellErrors.push({ column, messageCode });
  };

  const nodeType = row.cells.has('type') ? parseNodeType(row.cells) : existing?.nodeType;
  if (!nodeType) addError('type', row.cells.get('type') ? 'field.invalid' : 'field.required');
  else if (existing && nodeType !== existing.nodeType) addError('type', 'import.typeFixed');
  else if (existing && !existing.parentId) addError('code', 'node.ownPlace');
  if (!existing && takenCodes.has(row.key)) addError('code', 'import.takenOutside');

  // an empty cell leaves the status of an existing node unchanged
  const status = row.cells.get('status') ? parseStatus(row.cells.get('status') ?? '') : (existing?.status ?? true);
  if (status === undefined) addError('status', 'field.invalid');

  const parent = row.cells.has('parentCode') || !existing ? resolveParent(row, nodeType, lookups) : undefined;
  if (parent && 'error' in parent) addError('parentCode', parent.error);
  const parentFound = parent && 'nodeType' in parent ? parent : undefined;

  const found = { entityId: existing?.id ?? null, version: existing?.version ?? null };
  const planContext = { ...context, hosts: lookups.hosts };
  if (existing) {
    const isMove = parentFound !== undefined && parentFound.node?.id !== existing.parentId;
    const requested = {
      input,
      status: status === existing.status ? undefined : status,
      parent: isMove ? { ...parentFound, tpath: parentFound.node?.tpath } : undefined,
    };
    const changed = planNodeChange(planContext, existing, requested, unpermitted);
    cellErrors.push(...changed.errors.map(toCellError));
    // a row with invalid fields would change the node, so other errors are reported too
    if (!input) {
      const own = existing.id === context.actor.rootNode?.id;
      const ofRegion = region ? regionErrors(region, { own, host: context.origin.host, hosts: lookups.hosts }) : [];
      const ofFields = changeErrors(context.actor, existing, { input: cellErrors }, unpermitted);
      cellErrors.push(...[...ofFields, ...ofRegion].map(toCellError));
    }
    if (cellErrors.length > 0) return { ...found, faults: cellErrors, outcome: 'wrong', exclusive: false };
    return changed.changes
      ? { ...found, faults: cellErrors, outcome: 'updated', exclusive: changed.moves, change: { changed } }
      : { ...found, faults: cellErrors, outcome: 'unchanged', exclusive: false };
  }
  const created =
    input && nodeType && parentFound && status !== undefined
      ? planNewNode(
          planContext,
          {
            input,
            nodeType: nodeType as ChildNodeType,
            status,
            parentType: parentFound.nodeType,
            parent: parentFound.node,
          },
          unpermitted,
        )
      : undefined;
  const known = {
    input: region && { region },
    nodeType: nodeType as ChildNodeType,
    parentType: parentFound?.nodeType,
    status,
  };
  cellErrors.push(...(created?.errors ?? newNodeErrors(planContext, known, unpermitted)).map(toCellError));
  return cellErrors.length > 0 || !created
    ? { ...found, faults: cellErrors, outcome: 'wrong', exclusive: false }
    : { ...found, faults: cellErrors, outcome: 'created', exclusive: false, change: { created } };
}

const columnOf: Readonly<Record<NodeCommandError['part'], NodeColumn | null>> = {
  node: null,
  parent: 'parentCode',
  status: 'status',
  region: 'region',
};

const toCellError = ({ part, code }: NodeCommandError): CellError => ({ column: columnOf[part], messageCode: code });

type FoundParent = { readonly nodeType: NodeType; readonly node: NodeState | undefined };

/**
 * The parent of a row: an existing node, or one that the same file creates (`node` is then undefined during the check).
 */
function resolveParent(
  { dependsOn, cells }: ParsedRow,
  nodeType: NodeType | undefined,
  { existing, plannedRows, context }: PlanLookups,
): FoundParent | { readonly error: ErrorCode | undefined } {
  const existingParent = dependsOn === '' && nodeType !== 'COMPANY' ? undefined : existing.get(dependsOn);
  const plannedRow = plannedRows.get(dependsOn);
  if (!existingParent && dependsOn === '') {
    // the columns of the levels have errors of their own
    const isNamed = nodeLevels.branchOf(cells) !== undefined;
    return { error: !isNamed && (cells.has('parentCode') || nodeType) ? 'field.required' : undefined };
  }
  if (!existingParent && plannedRow?.outcome === 'wrong') return { error: 'import.parentWrong' };
  const parentType =
    existingParent?.nodeType ?? (plannedRow && !context.writing ? parseNodeType(plannedRow.cells) : undefined);
  return parentType ? { nodeType: parentType, node: existingParent } : { error: 'import.parentUnknown' };
}
