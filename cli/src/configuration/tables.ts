import { byteOrderMark, csvLine, unescapeCsvCell } from '@storeward/contract/csv';
import { parse } from 'csv-parse/sync';
import { textOf, type Value } from './document.ts';

/** Rows of a CSV file by column; empty cells are left out. */
export function readTable(content: string): Record<string, Value>[] {
  const rows = parse(content, { bom: true, columns: true }) as Record<string, string>[];
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([, cell]) => cell !== '')
        .map(([column, cell]) => [column, valueOf(unescapeCsvCell(cell))]),
    ),
  );
}

/** A CSV file of rows, with the columns that occur in any of them. */
export function writeTable(name: string, rows: readonly Readonly<Record<string, Value>>[]): File {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => csvLine(columns.map((column) => textOf(row[column] ?? ''))));
  return new File([byteOrderMark, csvLine(columns), ...lines], name, { type: 'text/csv' });
}

/** A cell with several values is JSON. */
function valueOf(cell: string): Value {
  if (!/^[[{]/.test(cell)) return cell;
  try {
    return JSON.parse(cell) as Value;
  } catch {
    return cell;
  }
}
