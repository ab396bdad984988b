import { byteOrderMark, csvLine } from '@storeward/contract/csv';
import { importLimits } from '@storeward/contract/imports';
import { parseFieldName } from '@storeward/contract/settings/engine/field-name';
import { formatCell } from '@storeward/contract/settings/kinds/registry';
import { listCell, rowColumn } from '@storeward/contract/settings/lists/list-columns';
import { ListSetting } from '@storeward/contract/settings/lists/list-state';
import { parseOperation } from '@storeward/contract/settings/lists/list-rows';
import { rowWiseList, type SettingField } from '@storeward/contract/settings/engine/section';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import { ensure } from '../../platform/errors.ts';
import type { ExportRow } from '../bulk/bulk-queries.ts';

type ListFile = { readonly fileName: string; readonly rowCount: number; readonly content: string };

/** The operations of nodes on the rows of a list as a CSV file for the import of lists, one line for each operation and order. */
export function exportList(section: SectionName, field: string, nodes: readonly ExportRow[]): ListFile {
  const definition = rowWiseList(sectionOf(section), field);
  ensure(definition, 'setting.unknownField');
  const columns = Object.keys(definition.columns ?? {});
  const head = ['code', 'name', 'list', 'row', 'action', 'after', 'mode', 'order'];
  const lines = nodes.flatMap(({ code, name, storedValues }) =>
    Object.entries(storedValues).flatMap(([storedName, { value, mode }]) => {
      const { field: storedField, row } = parseFieldName(storedName);
      if (storedField !== field) return [];
      const node = [code, name, listCell(section, field)];
      if (row === undefined)
        return orderLines(value, mode).map((cells) => [...node, ...cells, ...columns.map(() => '')]);
      const cells = operationCells(definition, value);
      return cells ? [[...node, row, ...cells.slice(0, 2), mode, '', ...cells.slice(2)]] : [];
    }),
  );
  ensure(lines.length <= importLimits.rows, 'import.tooManyRows');
  return {
    fileName: `Settings-${section}-${field}.csv`,
    rowCount: lines.length,
    content:
      byteOrderMark +
      csvLine([...head, ...columns.map((column) => rowColumn(section, field, column))]) +
      lines.map(csvLine).join(''),
  };
}

/**
 * The maximum number of ids in a line with an order. A longer order takes several lines, each of which continues after
 * the row it names.
 */
const idsPerLine = 200;

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
