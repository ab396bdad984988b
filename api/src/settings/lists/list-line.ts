import { createHash } from 'node:crypto';
import type { ErrorCode } from '@storeward/contract/errors';
import { normalised } from '@storeward/contract/fields';
import type { CellError } from '@storeward/contract/imports';
import type { RowValues } from '@storeward/contract/settings/kinds/list';
import { parseCell } from '@storeward/contract/settings/kinds/registry';
import { lineActions, rowColumn } from '@storeward/contract/settings/lists/list-columns';
import { valuesOver } from '@storeward/contract/settings/lists/list-rows';
import { ListOrder, ListSetting, RowId, RowOperation } from '@storeward/contract/settings/lists/list-state';
import { sameValue } from '@storeward/contract/settings/engine/same-value';
import { modesOf, rowWiseList, type SettingField } from '@storeward/contract/settings/engine/section';
import { type SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import type { Cells, ParsedRow } from '../../imports/kind.ts';
import type { DesiredValue } from '../policy.ts';

/** The list that a line refers to. */
export type ListOfLine = { readonly section: SectionName; readonly field: string; readonly definition: SettingField };

const cellOf = (cells: Cells, column: string): string => (cells.get(column) ?? '').trim();

export function listOfLine(cells: Cells): ListOfLine | undefined {
  const name = cellOf(cells, 'list');
  const section = sectionNames.find((candidate) => name.startsWith(`${candidate}.`));
  const field = section ? name.slice(section.length + 1) : '';
  const definition = section && rowWiseList(sectionOf(section), field);
  return section && definition ? { section, field, definition } : undefined;
}

/** The operation of the line; undefined if its cell is not valid. */
const actionOf = (cells: Cells) => lineActions.find((candidate) => candidate === cellOf(cells, 'action').toLowerCase());

/** Whether a line contains the order and the mode of its list. */
export const isOrderLine = (cells: Cells): boolean => actionOf(cells) === 'order';

/** The key of a line in its file: node, list and row, or the order. An added row without id is identified by all its cells. */
export function lineKey(cells: Cells): string {
  const row = cellOf(cells, 'row').toLowerCase();
  const about = isOrderLine(cells) ? `order ${row}` : row || `line ${hash(JSON.stringify([...cells]))}`;
  return keyOfRow(cellOf(cells, 'code'), cellOf(cells, 'list'), about);
}

export const keyOfRow = (code: string, list: string, row: string): string =>
  JSON.stringify([normalised(code), list, row]);

/** The normalised code of the node in the key of a line. */
export const codeOfKey = (key: string): string => (JSON.parse(key) as readonly string[])[0] ?? '';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** The id of a row that a line adds without an id: the same each time the line of a run is processed. */
function derivedRowId(runId: string, line: number): string {
  const digits = hash(`${runId} ${line}`);
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`];
  return [...parts, digits.slice(20)].join('-');
}

export type ParsedLine = {
  /** Undefined for the order of the list. */
  readonly row: string | undefined;
  readonly desired: DesiredValue;
  readonly errors: readonly CellError[];
};

/** The current state of the line's row: the operation of the node itself, and the values of the list above. */
export type CurrentRow = { readonly own: DesiredValue; readonly above: RowValues | undefined };

/** Parses the operation of a line on its row. An empty cell keeps the current value, or means the default of a new row. */
export function parseLine(
  { cells, row: line }: Pick<ParsedRow, 'cells' | 'row'>,
  list: ListOfLine,
  runId: string,
  currentOf: (row: string) => CurrentRow,
): ParsedLine {
  const errors: CellError[] = [];
  const addError = (column: string, messageCode: ErrorCode) => errors.push({ column, messageCode });
  const action = actionOf(cells);
  const named = cellOf(cells, 'row').toLowerCase();
  const row = named || derivedRowId(runId, line);
  if (!action) addError('action', 'field.invalid');
  if (named === '' && action !== 'add') addError('row', 'field.required');
  else if (!RowId.safeParse(row).success) addError('row', 'field.invalid');
  const { own, above } = currentOf(row);
  const mode = cellOf(cells, 'mode').toLowerCase() || (own?.mode ?? 'free');
  if (mode !== 'free' && mode !== 'locked') addError('mode', 'field.invalid');
  const current = RowOperation.safeParse(own?.value).data;
  const currentValues =
    current?.action === 'replace'
      ? valuesOver(above ?? {}, current)
      : current?.action === 'add'
        ? current.values
        : (above ?? {});
  const values = parseValues(cells, list, currentValues, addError);
  const after = cellOf(cells, 'after').toLowerCase() || (current?.action === 'add' ? current.after : 'last');
  const operation = RowOperation.safeParse(
    action === 'add'
      ? { action, after, values }
      : action === 'hide'
        ? { action }
        : { action, values, replaced: above ?? {} },
  ).data;
  if (errors.length === 0 && action !== 'inherit' && !operation) addError('after', 'field.invalid');
  // the stored operation is kept if the row already has these values
  const isSame = operation?.action === 'replace' && current?.action === 'replace' && sameValue(values, currentValues);
  const stored = isSame ? current : operation;
  // a hidden row has no mode
  const storedMode = action === 'hide' ? 'free' : (mode as 'free' | 'locked');
  const desired = action === 'inherit' || !stored ? null : { value: stored, mode: storedMode };
  return { row, desired, errors };
}

function parseValues(
  cells: Cells,
  { section, field, definition }: ListOfLine,
  current: RowValues,
  addError: (column: string, code: ErrorCode) => void,
): RowValues {
  const values = Object.entries(definition.columns ?? {}).map(([name, column]): [string, unknown] => {
    const cell = cellOf(cells, rowColumn(section, field, name));
    if (cell === '') return [name, name in current ? current[name] : column.defaultValue];
    const parsed = parseCell(column, cell);
    if ('value' in parsed) return [name, parsed.value];
    addError(rowColumn(section, field, name), parsed.error);
    return [name, cell];
  });
  return Object.fromEntries(values);
}

/**
 * Parses the order of a line: its rows directly follow the row that it names, else come first. The others keep their
 * positions in the stored order of the node. Without rows the order is removed; an empty mode keeps the stored one.
 */
export function parseOrderLine({ cells }: Pick<ParsedRow, 'cells'>, list: ListOfLine, own: DesiredValue): ParsedLine {
  const errors: CellError[] = [];
  const anchor = cellOf(cells, 'row').toLowerCase();
  const ids = [...new Set(cellOf(cells, 'order').toLowerCase().split(/\s+/).filter(Boolean))];
  const stored = ListSetting.safeParse(own?.value).data?.order ?? [];
  if (anchor !== '' && !RowId.safeParse(anchor).success) errors.push({ column: 'row', messageCode: 'field.invalid' });
  const others = stored.filter((id) => !ids.includes(id));
  const position = anchor === '' ? 0 : others.indexOf(anchor) + 1 || others.length;
  const order = ids.length === 0 ? null : others.toSpliced(position, 0, ...ids);
  const modeCell = cellOf(cells, 'mode').toLowerCase() || (own?.mode ?? 'free');
  const mode = modesOf(list.definition).find((candidate) => candidate === modeCell);
  if (!mode) errors.push({ column: 'mode', messageCode: 'field.invalid' });
  if (order && !ListOrder.safeParse(order).success) errors.push({ column: 'order', messageCode: 'field.invalid' });
  const desired = !mode || (order === null && mode === 'free') ? null : { value: { order }, mode };
  return { row: undefined, desired, errors };
}
