import { pipeline, Readable } from 'node:stream';
import { columnWord, faultColumn, importLimits } from '@storeward/contract/imports';
import { type ErrorCode, errors } from '@storeward/contract/errors';
import { type CsvError, parse } from 'csv-parse';
import { demand, Refusal } from '../platform/errors.ts';
import type { ImportKind } from './kind.ts';

/** One row of a file: its number as a spreadsheet shows it, and its cells. */
export type TableRow = { readonly row: number; readonly cells: string[] };

/** The head of a file: its columns as they stand there, which known column each is, and which are not known. */
export type TableHead = {
  readonly columns: string[];
  readonly known: ReadonlyMap<number, string>;
  readonly unknown: string[];
};

/** How files begin that are no text at all: workbooks and archives, pictures, documents, films. */
const beginnings = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x1f, 0x8b],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x25, 0x50, 0x44, 0x46],
];
/** Small enough that others need not wait for one, whatever it holds. */
const pieceSize = 16 * 1024;
/** As many rows as a spreadsheet has, empty ones and all. */
const mostLines = 1_048_576;

/** Reads a file in text form row by row, whatever parts its cells; what cannot be read is refused by name, with its row. */
export async function* readTable(
  bytes: Uint8Array,
  /** Hears each row before what is wrong behind it does away with it; then the file may be cut anywhere. */
  hear?: (cells: string[]) => void,
): AsyncGenerator<TableRow> {
  demand(!beginnings.some((signs) => signs.every((sign, at) => bytes[at] === sign)), 'import.notCsv');
  const pieces = textOf(bytes, hear !== undefined);
  const first = await pieces.next();
  demand(!first.done && first.value.trim() !== '', 'import.empty');
  const { text, delimiter, before } = beginning(first.value);
  const on_record = (cells: string[]) => {
    hear?.(cells);
    return cells;
  };
  const parser = parse({ delimiter, relax_column_count: true, max_record_size: importLimits.rowBytes, on_record });
  // what goes wrong on the way there comes out of the parser like what it finds itself
  pipeline(Readable.from(joined(text, pieces)), parser, () => undefined);
  let row = before;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1;
      // empty rows are none, but nobody has to go through millions of them
      demand(row <= mostLines, 'import.tooManyRows');
      demand(cells.length <= importLimits.columns * 2, 'import.tooManyColumns', at(row, 'import.tooManyColumns'));
      if (cells.some(isFilled)) yield { row, cells };
    }
  } catch (error) {
    throw named(error as Error, before);
  }
}

/** Understands the beginning of a file, which may be cut anywhere, as far as its columns go. */
export async function readColumns(bytes: Uint8Array, kind: Pick<ImportKind, 'neverTaken'>): Promise<string[]> {
  let head: string[] | undefined;
  const hear = (cells: string[]) => {
    if (cells.some(isFilled)) head ??= cells;
  };
  try {
    await readTable(bytes, hear).next();
  } catch (error) {
    if (!head) throw error;
  }
  demand(head, 'import.empty');
  return columnsIn(head, kind);
}

/** The columns that a first line names; one that no file may have is refused, whatever it is taken for. */
function columnsIn(cells: readonly string[], { neverTaken = [] }: Pick<ImportKind, 'neverTaken'>): string[] {
  const columns = [...cells];
  while (columns.at(-1)?.trim() === '') columns.pop();
  demand(columns.length <= importLimits.columns, 'import.tooManyColumns');
  const refused = new Map(neverTaken.map((name) => [columnWord(name), name]));
  for (const column of columns) {
    const secret = refused.get(columnWord(column));
    if (secret) throw new Refusal('import.secretColumn', where(secret, 'import.secretColumn'));
  }
  return columns;
}

/** Understands the first line of a file by the columns that are known, or by what somebody said that each of them is. */
export function readHead(
  cells: readonly string[],
  kind: Pick<ImportKind, 'columns' | 'neverTaken'>,
  mapping: readonly string[] | null = null,
): TableHead {
  const columns = columnsIn(cells, kind);
  const { columns: known } = kind;
  const names = new Map(known.map(({ name }) => [columnWord(name), name]));
  const found = new Map<number, string>();
  const unknown: string[] = [];
  const said = mapping && new Set(known.map(({ name }) => name)).add('');
  const wrong = mapping?.find((name, at) => !said?.has(name) || at >= columns.length);
  if (wrong !== undefined) throw new Refusal('import.mappingWrong', where(wrong, 'import.mappingWrong'));
  for (const [index, column] of columns.entries()) {
    const name = mapping ? mapping[index] : names.get(columnWord(column));
    if (name) {
      demand(![...found.values()].includes(name), 'import.doubleColumn', where(name, 'import.doubleColumn'));
      found.set(index, name);
    } else if (column.trim() !== '' && columnWord(column) !== faultColumn) unknown.push(column);
  }
  const missing = known.find(({ name, required }) => required && ![...found.values()].includes(name));
  if (missing) throw new Refusal('import.missingColumn', where(missing.name, 'import.missingColumn'));
  return { columns, known: found, unknown };
}

/** The text of a file, piece by piece: UTF-8, or what its first bytes say it is. */
async function* textOf(bytes: Uint8Array, cut: boolean): AsyncGenerator<string> {
  const [one, two] = bytes;
  const encoding = one === 0xff && two === 0xfe ? 'utf-16le' : one === 0xfe && two === 0xff ? 'utf-16be' : 'utf-8';
  const decoder = new TextDecoder(encoding, { fatal: true });
  for (let from = 0; from < bytes.length; from += pieceSize) {
    // a letter that a cut went through is none that cannot be read
    const text = decoded(decoder, bytes.subarray(from, from + pieceSize), cut || from + pieceSize < bytes.length);
    // the one letter that no text in the database can hold
    demand(!text.includes('\0'), 'import.encoding');
    if (text !== '') yield text;
  }
}

function decoded(decoder: TextDecoder, piece: Uint8Array, stream: boolean): string {
  try {
    return decoder.decode(piece, { stream });
  } catch (error) {
    throw new Refusal('import.encoding', { cause: error });
  }
}

async function* joined(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

/** How a file begins: what parts its cells, said in a line of its own as spreadsheets do, or else whichever of the usual signs its first words have most of. */
function beginning(text: string): { text: string; delimiter: string; before: number } {
  const [line = '', said] = /^sep=([^\r\n])\r?\n/i.exec(text) ?? [];
  if (said) return { text: text.slice(line.length), delimiter: said, before: 1 };
  const words = text
    .replace(/"[^"]*"/g, 'x')
    .split(/[\r\n]/)
    .find((one) => one.trim() !== '');
  const count = (sign: string) => (words ?? '').split(sign).length;
  const delimiter = [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
  return { text, delimiter, before: 0 };
}

const isFilled = (cell: string) => cell.trim() !== '';

const wrongQuotes = new Set(['CSV_QUOTE_NOT_CLOSED', 'CSV_INVALID_CLOSING_QUOTE', 'INVALID_OPENING_QUOTE']);

function named(error: Error, before: number): Error {
  const { code, records } = error as CsvError & { records?: number };
  const row = before + (records ?? 0) + 1;
  if (code === 'CSV_MAX_RECORD_SIZE') return new Refusal('import.rowTooLong', at(row, 'import.rowTooLong'));
  if (wrongQuotes.has(code)) return new Refusal('import.brokenQuotes', at(row, 'import.brokenQuotes'));
  return error;
}

const at = (row: number, code: ErrorCode) => where(`row ${row}`, code);

const where = (path: string, messageCode: ErrorCode) => ({
  errors: [{ path, messageCode, message: errors[messageCode].text }],
});
