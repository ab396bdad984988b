import { rowFieldName } from '@storeward/contract/settings/engine/field-name';
import { ListInput, type RowInput } from '@storeward/contract/settings/lists/list-state';
import {
  liveRows,
  parseRow,
  type PathEntry,
  resolveRows,
  storedOrder,
} from '@storeward/contract/settings/lists/list-rows';
import type { SettingField } from '@storeward/contract/settings/engine/section';
import { ensure } from '../../platform/errors.ts';
import { fieldError } from '../field-errors.ts';
import type { DesiredValue } from '../policy.ts';

/** Converts the desired state of a list to one value for each changed row, and one for its order and mode. */
export function listFields(
  field: string,
  definition: SettingField,
  desired: DesiredValue,
  entries: readonly PathEntry[],
  node: string,
): [string, DesiredValue][] {
  const own = entries.filter((entry) => entry.node === node);
  if (desired === null) return own.map(({ row }) => [row === undefined ? field : rowFieldName(field, row), null]);
  const { data: input } = ListInput.safeParse(desired.value);
  ensure(input, 'input.invalid', { errors: [fieldError(field, 'field.invalid')] });
  const above = entries.filter((entry) => entry.node !== node);
  const inherited = liveRows(resolveRows(definition, above));
  const order = input.order === undefined ? storedOrder(own.find(({ row }) => row === undefined)) : input.order;
  return [
    [field, order === null && desired.mode === 'free' ? null : { value: { order }, mode: desired.mode }],
    ...Object.entries(input.rows).map(([id, row]): [string, DesiredValue] => [
      rowFieldName(field, id),
      row &&
        storedOperation(definition, row, {
          own: own.find((entry) => entry.row === id),
          above: inherited.get(id)?.values,
        }),
    ]),
  ];
}

function storedOperation(
  definition: SettingField,
  row: NonNullable<RowInput>,
  { own, above }: { own: PathEntry | undefined; above: unknown },
): NonNullable<DesiredValue> {
  if (row.action === 'hide') return { value: { action: 'hide' }, mode: 'free' };
  const parsed = parseRow(definition, row.values);
  const values = 'values' in parsed ? parsed.values : row.values;
  const operation =
    row.action === 'add'
      ? { action: row.action, after: row.after ?? storedAnchor(own) ?? 'last', values }
      : { action: row.action, values, replaced: above ?? {} };
  return { value: operation, mode: row.mode };
}

/** The anchor of a row that the node has added. */
function storedAnchor(own: PathEntry | undefined): string | undefined {
  const { after } = (own?.value ?? {}) as { after?: unknown };
  return typeof after === 'string' ? after : undefined;
}
