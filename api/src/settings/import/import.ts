import type { ErrorCode } from '@storeward/contract/errors';
import { normalised, visibleText } from '@storeward/contract/fields';
import type { CellError } from '@storeward/contract/imports';
import { fieldOf } from '@storeward/contract/settings/section';
import { type SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import { modeColumn, secretColumns, settingColumns, valueColumn } from '@storeward/contract/settings/csv-columns';
import type { FileRow, ImportContext, ParsedRow, RowPlan, RunKind } from '../../imports/kind.ts';
import type { Actor } from '../../platform/actor.ts';
import { type NodeChange, revertNodeChanges, writeNodeChanges } from '../bulk/bulk-changes.ts';
import * as bulk from '../bulk/bulk-queries.ts';
import { type SectionUpdate } from '../bulk/bulk-rules.ts';
import {
  type AncestorValue,
  type SettingsSnapshot,
  loadSnapshot,
  pathsBetween,
  type Planned,
} from '../bulk/bulk-snapshot.ts';
import { consistencyErrors } from '../changes/change.ts';
import { parseCells } from './import-cells.ts';
import { isUnchanged, mayEdit, mayBulkOverride, valueError } from '../policy.ts';

type FindFileRows = (keys: readonly string[]) => Promise<ReadonlyMap<string, FileRow>>;

/** Imports settings of nodes from a file, validated like changes in the form. */
export const settingImport: RunKind<NodeChange> = {
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
    return rows.map((row) => {
      const node = snapshot.nodes.get(byKey.get(row.key)?.id ?? '');
      return node ? evaluateRow(actor, row, node, sections, snapshot) : unknownNode(row, sections);
    });
  },

  apply: (context, changes) => writeNodeChanges(context, changes, null),
  undo: (context, rows) =>
    revertNodeChanges(context, rows, { sourceId: context.actor.rootNode?.id ?? '', reason: null }),
};

/** A row of an unknown node, with the errors of its cells. */
function unknownNode({ key, cells, faults }: ParsedRow, sections: readonly SectionName[]): RowPlan<NodeChange> {
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
): RowPlan<NodeChange> {
  const errors: CellError[] = [...row.faults];
  const updates: (SectionUpdate & { version: number })[] = [];
  let version = 0;
  for (const section of sections) {
    const currentVersion = snapshot.version(node, section);
    version += currentVersion;
    const evaluation = evaluateSection(actor, row, node, section, snapshot);
    // a cell that could not be parsed already has its error
    errors.push(...evaluation.errors.filter(({ column }) => !row.faults.some((entry) => entry.column === column)));
    if (Object.keys(evaluation.update.after).length > 0)
      updates.push({ ...evaluation.update, version: currentVersion + 1 });
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
  const definition = sectionOf(section);
  const own = snapshot.own(node).filter((entry) => entry.section === section);
  const ownValues = new Map(own.map((entry) => [entry.field, entry]));
  const ancestorValues = snapshot.above(node).filter((entry) => entry.section === section);
  const { desired, errors } = parseCells(section, cells, ownValues);
  const addError = (field: string, messageCode: ErrorCode) =>
    errors.push({
      column: messageCode === 'setting.noSuchMode' ? modeColumn(section, field) : valueColumn(section, field),
      messageCode,
    });
  const changed = Object.entries(desired).filter(
    ([field, desiredValue]) => !isUnchanged(fieldOf(definition, field), ownValues.get(field), desiredValue),
  );
  const isAllowed =
    mayBulkOverride(actor) && mayEdit(actor, definition, { nodeType: node.nodeType, own: ownValues.size > 0 });
  for (const [field, desiredValue] of changed) {
    const fieldAncestors = ancestorValues.filter((entry) => entry.field === field);
    const error = isAllowed ? valueError(definition, field, desiredValue, fieldAncestors) : 'import.rightMissing';
    if (error) addError(field, error);
  }
  const update = {
    section,
    after: Object.fromEntries(changed),
    before: Object.fromEntries(changed.map(([field]) => [field, ownValues.get(field) ?? null])),
  };
  if (errors.length === 0 && changed.length > 0) {
    for (const { field, code } of consistencyErrors(section, [...ancestorValues, ...own], update.after, node.tpath))
      addError(field, code);
  }
  return { errors, update };
}
