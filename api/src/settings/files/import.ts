import type { ErrorCode } from '@storeward/contract/errors';
import { normalised, visibleText } from '@storeward/contract/fields';
import type { CellError } from '@storeward/contract/imports';
import type { SectionError } from '@storeward/contract/settings/engine/section';
import { type SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import {
  modeColumn,
  secretColumns,
  settingColumns,
  valueColumn,
} from '@storeward/contract/settings/endpoints/csv-columns';
import type { FileRow, ImportContext, ParsedRow, RowPlan, RunKind } from '../../imports/kind.ts';
import type { Actor } from '../../platform/actor.ts';
import { mapInSlices } from '../../platform/time-slices.ts';
import * as bulk from '../bulk/bulk-queries.ts';
import {
  type AncestorValue,
  type SettingsSnapshot,
  loadSnapshot,
  pathsBetween,
  type Planned,
} from '../bulk/bulk-snapshot.ts';
import { fileErrors } from '../commands/file-errors.ts';
import { changesAnything, planSection, type SectionUpdate } from '../commands/plan.ts';
import { revertNodeChanges, type RunChange, writeNodeChanges } from '../commands/undo.ts';
import { parseCells } from './import-cells.ts';
import { mayBulkEdit } from '../policy.ts';

type FindFileRows = (keys: readonly string[]) => Promise<ReadonlyMap<string, FileRow>>;

/** Imports settings of nodes from a file, validated like changes in the form. */
export const settingImport: RunKind<RunChange> = {
  name: 'settings',
  columns: {
    known: settingColumns,
    secret: secretColumns,
    key: 'code',
    aliases: {
      code: 'id storeid storecode storenumber nummer filialnummer codemagasin winkelnummer codicenegozio 代码 编号 门店编号 コード 店舗コード',
      name: 'storename filiale magasin winkel negozio 名称 门店名称 店舗名',
    },
  },
  undoPermissions: () => ['BULK_OVERRIDE'],

  parseRow: (cells) => ({ key: normalised(visibleText(cells.get('code') ?? '')), dependsOn: '', rank: 0 }),

  // ancestors first, since their values may restrict the nodes below
  async listRanks(db, scope, keys) {
    return new Map((await bulk.listByCode(db, scope, keys)).map(({ key, depth }) => [key, depth]));
  },

  async plan(context, rows, inFile) {
    const { db, actor, writing } = context;
    const nodes = await bulk.listByCode(
      db,
      actor.scope,
      rows.flatMap(({ key }) => key || []),
    );
    const byKey = new Map(nodes.map((node) => [node.key, node]));
    const sections = sectionNames.filter((name) =>
      [...(rows[0]?.cells.keys() ?? [])].some((column) => column.startsWith(`${name}.`)),
    );
    const rootId = actor.rootNode?.id ?? '';
    const planned = writing ? undefined : await loadPlannedValues(context, nodes, sections, inFile);
    const snapshot = await loadSnapshot(
      context,
      rootId,
      nodes.map(({ id }) => id),
      sections,
      { lock: writing, ...(planned && { planned }) },
    );
    const plans = await mapInSlices(rows, (row) => {
      const node = snapshot.nodes.get(byKey.get(row.key)?.id ?? '');
      return node ? evaluateRow(actor, row, node, sections, snapshot) : unknownNode(row, sections);
    });
    return checkFiles(context, plans);
  },

  apply: (context, changes) => writeNodeChanges(context, changes, null),
  undo: (context, rows) =>
    revertNodeChanges(context, rows, { sourceId: context.actor.rootNode?.id ?? '', reason: null }),
};

/** A row of an unknown node, with the errors of its cells. */
function unknownNode({ key, cells, faults }: ParsedRow, sections: readonly SectionName[]): RowPlan<RunChange> {
  const cellErrors = sections.flatMap((section) => parseCells(section, cells, new Map()).errors);
  const errors = [...faults, ...cellErrors.filter(({ column }) => !faults.some((other) => other.column === column))];
  return {
    outcome: 'wrong',
    faults: errors.some(({ column }) => column === 'code')
      ? errors
      : [...errors, { column: 'code', messageCode: key === '' ? 'field.required' : 'import.placeUnknown' }],
    entityId: null,
    version: null,
    exclusive: false,
  };
}

/** The values that the same file writes to ancestors, so that the check of a row takes them into account. */
async function loadPlannedValues(
  { db, actor: { scope } }: ImportContext,
  nodes: readonly bulk.BulkNode[],
  sections: readonly SectionName[],
  inFile: FindFileRows,
): Promise<Planned> {
  const paths = new Set(nodes.flatMap((node) => pathsBetween({ tpath: scope.lo }, node)));
  const ancestors = await bulk.listByPath(db, scope, [...paths]);
  const rows = await inFile(ancestors.map(({ key }) => key));
  const rowByPath = new Map(ancestors.map(({ tpath, key }) => [tpath, rows.get(key)]));
  return (tpath, values) => {
    const row = rowByPath.get(tpath);
    if (row?.outcome !== 'updated') return values;
    return sections.flatMap((section): AncestorValue[] => {
      const own = values.filter((entry) => entry.section === section);
      const { desired } = parseCells(section, row.cells, new Map(own.map((entry) => [entry.field, entry])));
      const unchanged = own.filter(({ field }) => !(field in desired));
      return [
        ...unchanged,
        ...Object.entries(desired).flatMap(([field, desiredValue]) =>
          desiredValue ? [{ section, field, ...desiredValue }] : [],
        ),
      ];
    });
  };
}

function evaluateRow(
  actor: Actor,
  row: ParsedRow,
  node: bulk.BulkNode,
  sections: readonly SectionName[],
  snapshot: SettingsSnapshot,
): RowPlan<RunChange> {
  const errors: CellError[] = [...row.faults];
  const updates: (SectionUpdate & { version: number })[] = [];
  let version = 0;
  for (const section of sections) {
    const currentVersion = snapshot.version(node, section);
    version += currentVersion;
    const evaluation = evaluateSection(actor, row, node, section, snapshot);
    // a cell that could not be parsed already has its error
    errors.push(...evaluation.errors.filter(({ column }) => !row.faults.some((entry) => entry.column === column)));
    if (changesAnything(evaluation.update)) updates.push({ ...evaluation.update, version: currentVersion + 1 });
  }
  const evaluation = { entityId: node.id, version, exclusive: false, faults: errors };
  if (errors.length > 0) return { ...evaluation, outcome: 'wrong' };
  if (updates.length === 0) return { ...evaluation, outcome: 'unchanged' };
  return { ...evaluation, outcome: 'updated', change: { node, now: snapshot.now, updates } };
}

function evaluateSection(
  actor: Actor,
  { cells }: ParsedRow,
  node: bulk.BulkNode,
  section: SectionName,
  snapshot: SettingsSnapshot,
): { errors: CellError[]; update: SectionUpdate } {
  const own = snapshot.own(node).filter((entry) => entry.section === section);
  const ownValues = new Map(own.map((entry) => [entry.field, entry]));
  const above = snapshot.above(node).filter((entry) => entry.section === section);
  const { desired, errors } = parseCells(section, cells, ownValues);
  const plan = planSection({ section, above, own, node: node.tpath }, desired, { fromStorage: false });
  const target = { nodeType: node.nodeType, own: ownValues.size > 0 };
  if (!mayBulkEdit(actor, sectionOf(section), target)) {
    const changed = new Set([...Object.keys(plan.update.after), ...plan.errors.map(({ field }) => field)]);
    errors.push(...[...changed].map((field) => toCellError(section, { field, code: 'import.rightMissing' })));
  } else errors.push(...plan.errors.map((error) => toCellError(section, error)));
  if (errors.length === 0) errors.push(...plan.conflicts.map((error) => toCellError(section, error)));
  return { errors, update: plan.update };
}

/** The cell of an error: of a mode, or of a value or a part of one. */
function toCellError(
  section: SectionName,
  { field, code }: Pick<SectionError, 'field'> & { code: ErrorCode },
): CellError {
  const [name = field] = field.split('.');
  return {
    column: code === 'setting.noSuchMode' ? modeColumn(section, name) : valueColumn(section, name),
    messageCode: code,
  };
}

/** Turns rows that name files which are not stored, or images of the wrong shape, into rows with errors. */
async function checkFiles(
  { db, actor }: ImportContext,
  plans: readonly RowPlan<RunChange>[],
): Promise<RowPlan<RunChange>[]> {
  const updates = plans.flatMap(({ change }) => change?.updates ?? []);
  const errors = await fileErrors(db, actor.scope, updates);
  const errorsOf = new Map(updates.map((update, index) => [update, errors[index] ?? []]));
  return plans.map((plan) => {
    const fileCellErrors = (plan.change?.updates ?? []).flatMap((update) =>
      (errorsOf.get(update) ?? []).map((error) => toCellError(update.section, error)),
    );
    if (fileCellErrors.length === 0) return plan;
    const { change: _, ...rest } = plan;
    return { ...rest, outcome: 'wrong', faults: fileCellErrors };
  });
}
