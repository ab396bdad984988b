import type { ErrorCode } from '@storeward/contract/errors';
import { parseFieldName } from '@storeward/contract/settings/engine/field-name';
import { defaultMaxRows } from '@storeward/contract/settings/kinds/list';
import { errorCodeOf } from '@storeward/contract/settings/kinds/registry';
import { sameValue } from '@storeward/contract/settings/engine/same-value';
import {
  keyOf,
  liveRows,
  parseOperation,
  parseRow,
  type PathEntry,
  type ResolvedList,
  resolveRows,
  storedOrder,
} from '@storeward/contract/settings/lists/list-rows';
import { type DormantCause, RowOperation } from '@storeward/contract/settings/lists/list-state';
import { modesOf, type SectionError, type SettingField } from '@storeward/contract/settings/engine/section';
import type { StoredPath } from '../path-entries.ts';
import type { DesiredFields, DesiredValue } from '../policy.ts';

const errorByCause: Readonly<Record<DormantCause, ErrorCode>> = {
  gone: 'setting.unknownRow',
  listLocked: 'setting.locked',
  onlyHide: 'setting.onlyHide',
  rowLocked: 'setting.rowLocked',
  invalid: 'field.invalid',
};

type ChangedEntry = { readonly row: string | undefined; readonly value: DesiredValue };

/** The values stored at the node after a change. */
export function entriesAfter(
  { own, node }: Pick<StoredPath, 'own' | 'node'>,
  changed: readonly ChangedEntry[],
): PathEntry[] {
  const changedRows = new Set(changed.map(({ row }) => row));
  return [
    ...own.filter(({ row }) => !changedRows.has(row)),
    ...changed.flatMap(({ row, value }) => (value ? [{ node, row, value: value.value, mode: value.mode }] : [])),
  ];
}

/**
 * The errors of a change of a row-wise list at a node, judged by the node's effective list. `desired` is by stored
 * name. Unchanged parts are not validated.
 */
export function listErrors(
  field: string,
  definition: SettingField,
  stored: StoredPath,
  desired: DesiredFields,
): SectionError[] {
  const changed = Object.entries(desired).flatMap(([name, value]): ChangedEntry[] => {
    const parsed = parseFieldName(name);
    if (parsed.field !== field) return [];
    const own = stored.own.find(({ row }) => row === parsed.row);
    const isSame = value ? own?.mode === value.mode && sameValue(own.value, value.value) : own === undefined;
    return isSame ? [] : [{ row: parsed.row, value }];
  });
  if (changed.length === 0) return [];
  const before = resolveRows(definition, [...stored.above, ...stored.own]);
  const after = resolveRows(definition, [...stored.above, ...entriesAfter(stored, changed)]);
  const { bound } = resolveRows(definition, stored.above);
  const changedRows = new Map(changed.flatMap(({ row, value }) => (row !== undefined && value ? [[row, value]] : [])));
  const rowErrors = [...changedRows].flatMap(([id, { value }]) => columnErrors(`${field}.${id}`, definition, value));
  const named = new Set(rowErrors.map((error) => error.field.split('.')[1]));
  return [
    ...settingErrors(field, definition, changed, { own: stored.own, bound }),
    ...rowErrors,
    ...after.dormant.flatMap(({ id, entry, cause }): SectionError[] =>
      entry.node === stored.node && changedRows.has(id) && !named.has(id)
        ? [{ field: `${field}.${id}`, code: errorByCause[cause] }]
        : [],
    ),
    ...duplicateErrors(field, definition, { before, after, changedRows }),
    ...parentErrors(field, definition, { after, changedRows }),
    ...sizeErrors(field, definition, { before, after }),
  ];
}

const lockErrors: readonly ErrorCode[] = ['setting.locked', 'setting.onlyHide', 'setting.rowLocked'];

/** Whether a value above forbids this change; a previously stored value may be restored unless it does. */
export const isForbiddenAbove = (...change: Parameters<typeof listErrors>): boolean =>
  listErrors(...change).some(({ code }) => lockErrors.includes(code));

/** Errors of the columns of one row. */
function columnErrors(path: string, definition: SettingField, stored: unknown): SectionError[] {
  if (parseOperation(definition, stored)) return []; // it was parsed when the rows were resolved
  const operation = RowOperation.safeParse(stored).data;
  if (!operation || operation.action === 'hide') return [];
  const parsed = parseRow(definition, operation.values);
  if ('values' in parsed) return [];
  return parsed.errors.map(({ path: column, code }) => ({ field: column ? `${path}.${column}` : path, code }));
}

/** Errors of the order and the mode of the list. */
function settingErrors(
  field: string,
  definition: SettingField,
  changed: readonly ChangedEntry[],
  { own, bound }: { own: readonly PathEntry[]; bound: PathEntry | undefined },
): SectionError[] {
  const setting = changed.find(({ row }) => row === undefined)?.value;
  if (!setting) return [];
  if (!modesOf(definition).includes(setting.mode)) return [{ field, code: 'setting.noSuchMode' }];
  if (bound?.mode === 'locked') return [{ field, code: 'setting.locked' }];
  const before = storedOrder(own.find(({ row }) => row === undefined));
  const order = storedOrder({ node: '', row: undefined, ...setting });
  return bound && order !== null && !sameValue(order, before) ? [{ field, code: 'setting.onlyHide' }] : [];
}

/** Errors of changed rows whose key another row already has; rows that were shadowed before may stay. */
function duplicateErrors(
  field: string,
  { keyColumns = [], columns = {} }: SettingField,
  {
    before,
    after,
    changedRows,
  }: {
    before: ResolvedList<PathEntry>;
    after: ResolvedList<PathEntry>;
    changedRows: ReadonlyMap<string, unknown>;
  },
): SectionError[] {
  if (keyColumns.length === 0) return [];
  const keysBefore = new Map([...liveRows(before).values()].map(({ id, values }) => [id, keyOf(keyColumns, values)]));
  const rowsByKey = Map.groupBy(liveRows(after).values(), ({ values }) => keyOf(keyColumns, values));
  return [...rowsByKey].flatMap(([key, rows]) => {
    // if several of the rows change at once, the last one in the list is reported
    const candidates = rows.filter(({ id }) => changedRows.has(id) && keysBefore.get(id) !== key);
    const reported = candidates.length === rows.length ? candidates.slice(1) : candidates;
    return reported.map(({ id }): SectionError => ({
      field: `${field}.${id}.${keyColumns[0]}`,
      code: errorCodeOf(columns[keyColumns[0]!] ?? {}, 'field.duplicateKey'),
    }));
  });
}

/** Errors of changed rows that name a row which does not contain them. */
function parentErrors(
  field: string,
  { parentColumn, mayContain }: SettingField,
  { after, changedRows }: { after: ResolvedList<PathEntry>; changedRows: ReadonlyMap<string, unknown> },
): SectionError[] {
  if (parentColumn === undefined) return [];
  const rows = new Map([...after.rows, ...after.hidden.map(({ row }) => row)].map(({ id, values }) => [id, values]));
  return [...changedRows.keys()].flatMap((id): SectionError[] => {
    const values = rows.get(id);
    const parentId = values?.[parentColumn];
    if (!values || typeof parentId !== 'string') return [];
    const parent = rows.get(parentId);
    if (parent && (mayContain?.(parent, values) ?? true)) return [];
    return [{ field: `${field}.${id}.${parentColumn}`, code: parent ? 'field.nested' : 'field.parentUnknown' }];
  });
}

function sizeErrors(
  field: string,
  { maxRows = defaultMaxRows }: SettingField,
  { before, after }: { before: ResolvedList<PathEntry>; after: ResolvedList<PathEntry> },
): SectionError[] {
  const isTooLong = after.rows.length > maxRows && after.rows.length > before.rows.length;
  return isTooLong ? [{ field, code: 'field.tooManyRows' }] : [];
}
