import { Readable } from 'node:stream';
import { type ImportColumn, columnWord, faultColumn, importLimits } from '@storeward/contract/imports';
import { type ErrorCode, errors } from '@storeward/contract/errors';
import { type CsvError, parse } from 'csv-parse';
import { demand, Refusal } from '../platform/errors.ts';

/** One row of a file: its number as a spreadsheet shows it, and its cells. */
export type TableRow = { readonly row: number; readonly cells: string[] };

/** The head of a file: its columns as they stand there, which known column each is, and which are not known. */
export type TableHead = {
  readonly columns: string[];
  readonly known: ReadonlyMap<number, string>;
  readonly unknown: string[];
};

const packed = [0x50, 0x4b, 0x03, 0x04];
const pieceSize = 64 * 1024;

/** Reads a file in text form row by row, whatever parts its cells; what cannot be read is refused by name, with its row. */
export async function* readTable(bytes: Uint8Array): AsyncGenerator<TableRow> {
  demand(!packed.every((sign, at) => bytes[at] === sign), 'import.notCsv');
  const pieces = textOf(bytes);
  const first = await pieces.next();
  demand(!first.done && first.value.trim() !== '', 'import.empty');
  const parser = Readable.from(joined(first.value, pieces)).pipe(
    parse({
      delimiter: delimiterIn(first.value),
      relax_column_count: true,
      max_record_size: importLimits.rowBytes,
    }),
  );
  let row = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1;
      demand(cells.length <= importLimits.columns * 2, 'import.tooManyColumns', at(row, 'import.tooManyColumns'));
      if (cells.some((cell) => cell.trim() !== '')) yield { row, cells };
    }
  } catch (error) {
    throw named(error as Error);
  }
}

/** Understands the first line of a file by the columns that are known. */
export function readHead(cells: readonly string[], known: readonly ImportColumn[]): TableHead {
  const columns = [...cells];
  while (columns.at(-1)?.trim() === '') columns.pop();
  demand(columns.length <= importLimits.columns, 'import.tooManyColumns');
  const names = new Map(known.map(({ name }) => [columnWord(name), name]));
  const found = new Map<number, string>();
  const unknown: string[] = [];
  for (const [index, column] of columns.entries()) {
    const name = names.get(columnWord(column));
    if (name) {
      demand(![...found.values()].includes(name), 'import.doubleColumn', where(name, 'import.doubleColumn'));
      found.set(index, name);
    } else if (columnWord(column) !== faultColumn) unknown.push(column);
  }
  const missing = known.find(({ name, required }) => required && ![...found.values()].includes(name));
  if (missing) throw new Refusal('import.missingColumn', where(missing.name, 'import.missingColumn'));
  return { columns, known: found, unknown };
}

/** The text of a file, piece by piece: UTF-8, or what its first bytes say it is. */
async function* textOf(bytes: Uint8Array): AsyncGenerator<string> {
  const [one, two] = bytes;
  const encoding = one === 0xff && two === 0xfe ? 'utf-16le' : one === 0xfe && two === 0xff ? 'utf-16be' : 'utf-8';
  const decoder = new TextDecoder(encoding, { fatal: true });
  for (let from = 0; from < bytes.length; from += pieceSize) {
    const text = decoded(decoder, bytes.subarray(from, from + pieceSize), from + pieceSize < bytes.length);
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

/** What parts the cells: whichever of the usual signs the first line has most of, outside of quotes. */
function delimiterIn(text: string): string {
  const [line = ''] = text.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const count = (sign: string) => line.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

const wrongQuotes = new Set(['CSV_QUOTE_NOT_CLOSED', 'CSV_INVALID_CLOSING_QUOTE', 'INVALID_OPENING_QUOTE']);

function named(error: Error): Error {
  const { code, records } = error as CsvError & { records?: number };
  const row = (records ?? 0) + 1;
  if (code === 'CSV_MAX_RECORD_SIZE') return new Refusal('import.rowTooLong', at(row, 'import.rowTooLong'));
  if (wrongQuotes.has(code)) return new Refusal('import.brokenQuotes', at(row, 'import.brokenQuotes'));
  return error;
}

const at = (row: number, code: ErrorCode) => where(`row ${row}`, code);

const where = (path: string, messageCode: ErrorCode) => ({
  errors: [{ path, messageCode, message: errors[messageCode].text }],
});
