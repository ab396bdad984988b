type Cell = string | number | boolean | null | undefined;
type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

const textOf = (cell: Cell): string => {
  if (cell === true || cell === false) return cell ? 'yes' : 'no';
  // a terminal would obey control characters in a name
  return String(cell ?? '').replaceAll(/\p{Cc}/gu, ' ');
};

export const print = (text: string): void => void process.stdout.write(`${text}\n`);
export const printJson = (value: unknown): void => print(JSON.stringify(value, undefined, 2));

/** Prints rows as a table, or as a JSON array. */
export function printRows<Row>(rows: readonly Row[], columns: Columns<Row>, json: boolean): void {
  if (json) return printJson(rows);
  const cells = [Object.keys(columns), ...rows.map((row) => Object.values(columns).map((cell) => textOf(cell(row))))];
  const widths = Object.keys(columns).map((_, index) => Math.max(...cells.map((line) => line[index]!.length)));
  for (const line of cells)
    print(
      line
        .map((cell, index) => cell.padEnd(widths[index]!))
        .join('  ')
        .trimEnd(),
    );
}

/** Prints a record as lines of names and values, or as JSON. */
export function printRecord<Row>(row: Row, columns: Columns<Row>, json: boolean): void {
  if (json) return printJson(row);
  const names = Object.keys(columns);
  const width = Math.max(...names.map((name) => name.length));
  for (const name of names) print(`${name.padEnd(width)}  ${textOf(columns[name]!(row))}`.trimEnd());
}
