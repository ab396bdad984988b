import { parseFieldName } from '@storeward/contract/settings/engine/field-name';
import { formatCell } from '@storeward/contract/settings/kinds/registry';
import { listCell, rowColumn } from '@storeward/contract/settings/lists/list-columns';
import { ListSetting } from '@storeward/contract/settings/lists/list-state';
import { parseOperation } from '@storeward/contract/settings/lists/list-rows';
import type { SettingField } from '@storeward/contract/settings/engine/section';
import type { SectionName } from '@storeward/contract/settings/sections';
import { csvParts } from '../../platform/http/csv-parts.ts';
import type { ExportRow } from '../files/export-queries.ts';

/** The operations of nodes on the rows of a list for the import of lists, one line for each operation and order. */
export function listParts(
  section: SectionName,
  field: string,
  definition: SettingField,
  rows: AsyncIterable<ExportRow[]>,
) {
  const columns = Object.keys(definition.columns ?? {});
  const head = ['code', 'name', 'list', 'row', 'action', 'after', 'mode', 'order'];
  const columnHeads = columns.map((column) => rowColumn(section, field, column));
  return csvParts([...head, ...columnHeads], rows, ({ code, name, storedValues }) =>
    Object.entries(storedValues).flatMap(([storedName, { value, mode }]) => {
      const { row } = parseFieldName(storedName);
      const node = [code, name, listCell(section, field)];
      if (row === undefined)
        return orderLines(value, mode).map((cells) => [...node, ...cells, ...columns.map(() => '')]);
      const cells = operationCells(definition, value);
      return cells ? [[...node, row, ...cells.slice(0, 2), mode, '', ...cells.slice(2)]] : [];
    }),
  );
}

/**
 * The maximum number of ids in a line with an order. A longer order takes several lines, each of which continues after
 * the row it names.
 */
export const idsPerLine = 200;

/** The stored order of a node and the mode of its list, as cells from `row` to `order`. */
function orderLines(stored: unknown, mode: string): string[][] {
  const order = ListSetting.safeParse(stored).data?.order ?? [];
  const lines = Array.from({ length: Math.max(1, Math.ceil(order.length / idsPerLine)) }, (_, index) => {
    const from = index * idsPerLine;
    return [order[from - 1] ?? '', 'order', '', mode, order.slice(from, from + idsPerLine).join(' ')];
  });
  return lines;
}

/** Action, anchor and values of an operation; undefined if it no longer matches the columns. */
function operationCells(definition: SettingField, stored: unknown): string[] | undefined {
  const operation = parseOperation(definition, stored);
  if (!operation) return undefined;
  const values = 'values' in operation ? operation.values : {};
  return [
    operation.action,
    operation.action === 'add' ? operation.after : '',
    ...Object.entries(definition.columns ?? {}).map(([name, column]) =>
      name in values ? formatCell(column, values[name]) : '',
    ),
  ];
}
