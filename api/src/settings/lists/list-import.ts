import { createHash } from 'node:crypto';
import type { CellError } from '@storeward/contract/imports';
import { rowFieldName } from '@storeward/contract/settings/engine/field-name';
import { listColumns, rowColumn } from '@storeward/contract/settings/lists/list-columns';
import { liveRows, resolveRows } from '@storeward/contract/settings/lists/list-rows';
import type { SectionError } from '@storeward/contract/settings/engine/section';
import { type SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import type { FileRow, ImportContext, ParsedRow, RowPlan, RunKind } from '../../imports/kind.ts';
import * as bulk from '../bulk/bulk-queries.ts';
import { type AncestorValue, loadSnapshot, pathsBetween, type SettingsSnapshot } from '../bulk/bulk-snapshot.ts';
import { planSection } from '../commands/plan.ts';
import { pathEntries } from '../path-entries.ts';
import { type DesiredValue, isUnchanged, mayBulkEdit } from '../policy.ts';
import { type LineChange, undoLines, writeLines } from './list-import-changes.ts';
import {
  codeOfKey,
  isOrderLine,
  keyOfRow,
  lineKey,
  type ListOfLine,
  listOfLine,
  parseLine,
  parseOrderLine,
} from './list-line.ts';
import { mapInSlices } from '../../platform/time-slices.ts';

/** Imports operations on rows of lists from a file, one per line, validated like changes in the form. */
export const listImport: RunKind<LineChange> = {
  name: 'lists',
  columns: { known: listColumns, key: 'row', dependency: 'code' },
  undoPermissions: () => ['BULK_OVERRIDE'],

  parseRow: (cells) => ({ key: lineKey(cells), dependsOn: '', rank: 0 }),

  // ancestors first, since rows below refer to theirs
  async listRanks(db, scope, keys) {
    const nodes = await bulk.listByCode(db, scope, [...new Set(keys.map(codeOfKey))]);
    const depths = new Map(nodes.map(({ key, depth }) => [key, depth]));
    return new Map(keys.map((key) => [key, depths.get(codeOfKey(key)) ?? 0]));
  },

  async plan(context, rows, inFile) {
    const { db, actor, writing } = context;
    const nodes = await bulk.listByCode(db, actor.scope, [...new Set(rows.map(({ key }) => codeOfKey(key)))]);
    const byKey = new Map(nodes.map((node) => [node.key, node]));
    const ids = nodes.map(({ id }) => id);
    const snapshot = await loadSnapshot(context, actor.rootNode?.id ?? '', ids, sectionNames, { lock: writing });
    const planned = writing ? [] : await loadPlannedRows(context, rows, byKey, inFile);
    // lines apply to the lines of the same file after them
    const written = new Map<string, PlannedRow[]>();
    return mapInSlices(rows, (row) => {
      const node = snapshot.nodes.get(byKey.get(codeOfKey(row.key))?.id ?? '');
      const list = listOfLine(row.cells);
      if (!node || !list) return refused(row, node ? 'list' : 'code');
      return evaluateLine(context, row, { node, list, snapshot, planned, written });
    });
  },

  apply: writeLines,
  undo: undoLines,
};

const refused = ({ faults }: ParsedRow, column: 'code' | 'list'): RowPlan<LineChange> => ({
  outcome: 'wrong',
  faults: [...faults, { column, messageCode: column === 'code' ? 'import.placeUnknown' : 'setting.unknownField' }],
  entityId: null,
  version: null,
  exclusive: false,
});

/** The stored value that a line of the same file writes for a row of a node; null removes it. */
type PlannedRow = Pick<AncestorValue, 'section' | 'field' | 'tpath'> & { readonly desired: DesiredValue };

/** The values that the same file writes for rows of ancestors of its nodes. */
async function loadPlannedRows(
  { db, actor: { scope }, runId }: ImportContext,
  rows: readonly ParsedRow[],
  nodesByKey: ReadonlyMap<string, bulk.BulkNode>,
  inFile: (keys: readonly string[]) => Promise<ReadonlyMap<string, FileRow>>,
): Promise<PlannedRow[]> {
  const paths = new Set([...nodesByKey.values()].flatMap((node) => pathsBetween({ tpath: scope.lo }, node)));
  const ancestors = await bulk.listByPath(db, scope, [...paths]);
  const targets = rows.flatMap(({ key, cells }) => {
    const node = nodesByKey.get(codeOfKey(key));
    const row = (cells.get('row') ?? '').trim().toLowerCase();
    const above = node ? ancestors.filter(({ tpath }) => tpath !== node.tpath && node.tpath.startsWith(tpath)) : [];
    return row === ''
      ? []
      : above.map(({ code, tpath }) => [keyOfRow(code, cells.get('list') ?? '', row), tpath] as const);
  });
  const pathByKey = new Map(targets);
  const found = await inFile([...pathByKey.keys()]);
  return [...found].flatMap(([key, { cells, outcome }]): PlannedRow[] => {
    const list = listOfLine(cells);
    const tpath = pathByKey.get(key);
    if (!list || tpath === undefined || outcome !== 'updated') return [];
    const { row, desired, errors } = parseLine({ cells, row: 0 }, list, runId, () => ({ own: null, above: undefined }));
    if (errors.length > 0 || row === undefined) return [];
    return [{ section: list.section, field: rowFieldName(list.field, row), tpath, desired }];
  });
}

type LineState = {
  readonly node: bulk.BulkNode;
  readonly list: ListOfLine;
  readonly snapshot: SettingsSnapshot;
  readonly planned: readonly PlannedRow[];
  readonly written: Map<string, PlannedRow[]>;
};

function evaluateLine(
  { actor, runId }: ImportContext,
  row: ParsedRow,
  { node, list, snapshot, planned, written }: LineState,
): RowPlan<LineChange> {
  const { section, field, definition } = list;
  const inSection = (entry: { section: SectionName }) => entry.section === section;
  const replacedBy = (values: readonly AncestorValue[], newer: readonly PlannedRow[]): AncestorValue[] => [
    ...values.filter((entry) => !newer.some((other) => other.tpath === entry.tpath && other.field === entry.field)),
    ...newer.flatMap(({ desired, ...row }) => (desired ? [{ ...row, ...desired }] : [])),
  ];
  const plannedAbove = planned.filter(({ tpath = '' }) => tpath !== node.tpath && node.tpath.startsWith(tpath));
  const aboveValues = replacedBy(snapshot.above(node), plannedAbove).filter(inSection).toSorted(byPath);
  const writtenKey = `${node.id} ${section}`;
  const ownValues = replacedBy(snapshot.own(node).filter(inSection), written.get(writtenKey) ?? []);
  const stored = { above: pathEntries(field, aboveValues), own: pathEntries(field, ownValues), node: node.tpath };
  const inherited = liveRows(resolveRows(definition, stored.above));
  const before = (id: string | undefined) => stored.own.find((entry) => entry.row === id) ?? null;
  const line = isOrderLine(row.cells)
    ? parseOrderLine(row, list, before(undefined))
    : parseLine(row, list, runId, (id) => ({ own: before(id), above: inherited.get(id)?.values }));
  const name = line.row === undefined ? field : rowFieldName(field, line.row);
  const errors: CellError[] = [...row.faults, ...line.errors];
  const current = before(line.row);
  const evaluation = { entityId: node.id, version: fingerprint(current), exclusive: false };
  if (errors.length === 0 && isUnchanged(definition, current ?? undefined, line.desired))
    return { ...evaluation, outcome: 'unchanged', faults: [] };
  const target = { nodeType: node.nodeType, own: ownValues.length > 0 };
  if (!mayBulkEdit(actor, sectionOf(section), target))
    errors.push({ column: 'list', messageCode: 'import.rightMissing' });
  const path = { section, above: aboveValues, own: ownValues, node: node.tpath };
  const plan = planSection(path, { [name]: line.desired }, { fromStorage: false });
  if (errors.length === 0) {
    errors.push(...plan.errors.map((error) => toCellError(list, error)));
    errors.push(...plan.conflicts.map(({ code }) => ({ column: 'list', messageCode: code })));
  }
  if (errors.length > 0) return { ...evaluation, outcome: 'wrong', faults: errors };
  const others = (written.get(writtenKey) ?? []).filter((entry) => entry.field !== name);
  written.set(writtenKey, [...others, { section, field: name, tpath: node.tpath, desired: line.desired }]);
  const { [name]: audited = null } = plan.update.audited;
  const change = { node, now: snapshot.now, section, name, after: line.desired, audited, before: current };
  return {
    ...evaluation,
    outcome: 'updated',
    faults: [],
    change: { ...change, version: snapshot.version(node, section) },
  };
}

/** Sorts values from the root down; those above the scope's root, which have no path, stay first. */
const byPath = (one: AncestorValue, other: AncestorValue): number =>
  (one.tpath?.length ?? 0) - (other.tpath?.length ?? 0);

/** A hash of the stored value of a row, used in place of a version. */
const fingerprint = (stored: DesiredValue): number =>
  createHash('sha256')
    .update(JSON.stringify(stored && [stored.value, stored.mode]))
    .digest()
    .readUInt32BE() >>> 1;

/** The cell of an error: of a column, else of the row or the list. */
function toCellError(list: ListOfLine, { field, code }: SectionError): CellError {
  const [, row, column] = field.split('.');
  if (column !== undefined) return { column: rowColumn(list.section, list.field, column), messageCode: code };
  return { column: row === undefined ? 'list' : 'row', messageCode: code };
}
