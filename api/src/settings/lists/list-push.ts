import { rowFieldName } from '@storeward/contract/settings/engine/field-name';
import type { RowValues } from '@storeward/contract/settings/kinds/list';
import {
  liveRows,
  type PathEntry,
  type ResolvedRow,
  resolveRows,
  rowsAsValue,
} from '@storeward/contract/settings/lists/list-rows';
import { RowOperation } from '@storeward/contract/settings/lists/list-state';
import { sameValue } from '@storeward/contract/settings/engine/same-value';
import type { SettingField, SettingMode } from '@storeward/contract/settings/engine/section';
import { newId } from '../../platform/database/ids.ts';
import type { StoredPath } from '../path-entries.ts';
import type { DesiredFields, DesiredValue } from '../policy.ts';
import { entriesAfter } from './list-checks.ts';

/** An effective row, as `rowsAsValue` returns it. */
type EffectiveRow = RowValues & { readonly id: string };

const withoutId = ({ id: _, ...values }: RowValues): RowValues => values;
const sameRows = (first: readonly RowValues[], second: readonly RowValues[]): boolean =>
  sameValue(first.map(withoutId), second.map(withoutId));

/**
 * The values to store at a node so that its effective list equals these rows of an ancestor, by stored name; none if
 * they are equal already. The modes of the list and of the node's own rows are kept.
 */
export function pushRows(
  field: string,
  definition: SettingField,
  source: readonly EffectiveRow[],
  stored: StoredPath,
): DesiredFields {
  const { above, own, node } = stored;
  if (sameRows(rowsAsValue(resolveRows(definition, [...above, ...own])), source)) return {};
  const inherited = liveRows(resolveRows(definition, above));
  const rows = new Map<string | undefined, DesiredValue>(own.map(({ row }) => [row, null]));
  for (const id of inherited.keys()) rows.set(id, { value: { action: 'hide' }, mode: 'free' });
  const reusable = own.filter(({ row }) => row !== undefined && !inherited.has(row));
  const ids = source.map((row) => {
    const mode = own.find((entry) => entry.row === row.id)?.mode ?? 'free';
    const [id, desired] = desiredRow(row, { inherited: inherited.get(row.id), mode, reusable });
    if (desired) rows.set(id, desired);
    else rows.delete(id);
    return id;
  });
  const list = own.find(({ row }) => row === undefined);
  const changes = [...rows].map(([row, value]) => ({ row, value }));
  const unordered = resolveRows(definition, [...above, ...entriesAfter({ own: [], node }, changes)]);
  const order = sameValue(
    unordered.rows.map(({ id }) => id),
    ids,
  )
    ? null
    : ids;
  const mode = list?.mode ?? 'free';
  rows.set(undefined, order === null && mode === 'free' ? null : { value: { order }, mode });
  for (const { row } of own) if (!rows.has(row)) rows.set(row, null);
  return Object.fromEntries(
    [...rows].flatMap(([row, desired]): [string, DesiredValue][] => {
      const current = own.find((entry) => entry.row === row);
      const isSame = desired
        ? current?.mode === desired.mode && sameValue(current.value, desired.value)
        : current === undefined;
      return isSame ? [] : [[row === undefined ? field : rowFieldName(field, row), desired]];
    }),
  );
}

/** The id at the target of a row of the source, and the value to store there; undefined if the target inherits the row. */
function desiredRow(
  row: EffectiveRow,
  {
    inherited,
    mode,
    reusable,
  }: { inherited: ResolvedRow<PathEntry> | undefined; mode: SettingMode; reusable: PathEntry[] },
): [string, DesiredValue | undefined] {
  const values = withoutId(row);
  if (inherited) {
    if (mode === 'free' && sameValue(inherited.values, values)) return [row.id, undefined];
    return [row.id, { value: { action: 'replace', values, replaced: inherited.values }, mode }];
  }
  // hidden further up: the target gets a row of its own; one with these values that it already has is reused
  const index = reusable.findIndex(({ value }) => sameValue((value as { values?: unknown }).values, values));
  const [reused] = index < 0 ? [] : reusable.splice(index, 1);
  if (reused?.row !== undefined) return [reused.row, { value: reused.value, mode: reused.mode }];
  return [newId(), { value: { action: 'add', after: 'last', values }, mode: 'free' }];
}

/** Whether a change adds rows, whose ids are different at each node. */
export const addsRows = (desired: DesiredFields): boolean =>
  Object.values(desired).some((value) => RowOperation.safeParse(value?.value).data?.action === 'add');
