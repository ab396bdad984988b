import { pipeline, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { columnKey, errorColumn, type ImportColumn, importLimits } from '@storeward/contract/imports';
import { namesIn } from '@storeward/contract/imports/column-mapping';
import { isFirstOfSeries } from '@storeward/contract/imports/numbering';
import { type ErrorCode, errors } from '@storeward/contract/errors';
import { type CsvError, type Options, parse } from 'csv-parse';
import { ensure, ApiError } from '../platform/errors.ts';
import type { RunColumns, TableRow } from './kind.ts';
import { delimiterOf, headingsInOneCell, splitRows } from './one-column.ts';
import { secretColumnsIn } from './secret-columns.ts';

/**
 * The header row of a file: its columns, the known columns with the index of the one that fills each, the headers that
 * match no known column, and the values for all rows.
 */
export type TableHeader = {
  readonly columns: string[];
  readonly known: KnownColumns;
  readonly unknown: string[];
  readonly constants: Constants;
};

/** The columns of a file that fill known columns, by index; one may fill several. */
export type KnownColumns = readonly (readonly [index: number, name: string])[];

/** What the columns of a file are recognised by. */
type HeadingColumns = Pick<RunColumns, 'known' | 'aliases' | 'secret'>;

/** The values for all rows of a file, by known column. */
export type Constants = Readonly<Record<string, string>>;

/** Magic bytes of formats that users mistake for CSV: ZIP (XLSX), OLE (XLS), gzip, PNG, JPEG, GIF and PDF. */
const binarySignatures = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x1f, 0x8b],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x25, 0x50, 0x44, 0x46],
];
const chunkSize = 16 * 1024;
/** How much text is parsed before other work of the event loop has its turn: the parser makes an error for each row of another length. */
const textPerTurn = 512;
/** Of Windows, Unix and old Macs: a file that several programs have written has a mixture. */
const lineEnds = ['\r\n', '\n', '\r'];
/** The row limit of common spreadsheets, including empty rows. */
const maxLines = 1_048_576;

/**
 * Parses a delimited text file row by row with a detected delimiter; throws an `ApiError` with the row number for
 * invalid input.
 */
export async function* readTable(
  bytes: Uint8Array,
  /** Called with each record before a later parse error discards it. Implies that the input may be truncated. */
  onRecord?: (cells: string[]) => void,
): AsyncGenerator<TableRow> {
  ensure(
    !binarySignatures.some((signature) => signature.every((byte, index) => bytes[index] === byte)),
    'import.notCsv',
  );
  const chunks = decodeChunks(bytes, onRecord !== undefined);
  const first = await chunks.next();
  ensure(!first.done && first.value.trim() !== '', 'import.empty');
  const format = detectFormat(first.value);
  yield* splitRows(parsedRows(prepend(format.text, chunks), format, onRecord), format.delimiter);
}

async function* parsedRows(
  text: AsyncIterable<string>,
  { delimiter, linesBefore }: Pick<ReturnType<typeof detectFormat>, 'delimiter' | 'linesBefore'>,
  onRecord: ((cells: string[]) => void) | undefined,
): AsyncGenerator<TableRow> {
  const options: Options<TableRow, string[]> = {
    delimiter,
    record_delimiter: lineEnds,
    relax_column_count: true,
    max_record_size: importLimits.rowBytes,
    skip_empty_lines: true,
    on_record(cells: string[], counts: CsvCounts): TableRow {
      onRecord?.(cells);
      return { row: linesBefore + linesOf(counts), cells };
    },
  };
  // its type knows records that a function replaces only with named columns
  const parser = parse(options as unknown as Options);
  // errors of the source stream are emitted by the parser, like its own
  pipeline(Readable.from(inTurns(text)), parser, () => undefined);
  try {
    for await (const { row, cells } of parser as AsyncIterable<TableRow>) {
      ensure(row <= maxLines, 'import.tooManyRows');
      ensure(cells.length <= importLimits.columns * 2, 'import.tooManyColumns', atRow(row, 'import.tooManyColumns'));
      if (cells.some(isFilled)) yield { row, cells };
    }
    // empty rows at the end follow no other
    ensure(linesBefore + linesOf(parser.info) <= maxLines, 'import.tooManyRows');
  } catch (error) {
    throw toApiError(error as Error, linesBefore);
  }
}

/** Reads the header row from the start of a file, which may be truncated anywhere. */
export async function readColumns(bytes: Uint8Array, columns: HeadingColumns): Promise<string[]> {
  let header: string[] | undefined;
  let found: string[] | undefined;
  const onRecord = (cells: string[]) => {
    if (cells.some(isFilled)) header ??= cells;
  };
  try {
    for await (const { cells } of readTable(bytes, onRecord)) {
      found = cells;
      break;
    }
  } catch (error) {
    if (!header) throw error;
  }
  ensure(header, 'import.empty');
  return parseColumns(found ?? headingsInOneCell(header) ?? header, columns);
}

/** Removes trailing empty headers; throws `import.secretColumn` for a secret column, even if it is mapped to another one. */
function parseColumns(cells: readonly string[], kindColumns: HeadingColumns): string[] {
  const columns = [...cells];
  while (columns.at(-1)?.trim() === '') columns.pop();
  ensure(columns.length <= importLimits.columns, 'import.tooManyColumns');
  const secrets = secretColumnsIn(columns, kindColumns);
  if (secrets.length > 0) throw new ApiError('import.secretColumn', errorsAt(secrets, 'import.secretColumn'));
  return columns;
}

/** Matches the header row with the known columns, by name or by the user's mapping. */
export function parseHeader(
  cells: readonly string[],
  kindColumns: HeadingColumns,
  mapping: readonly string[] | null = null,
  constants: Constants = {},
): TableHeader {
  const columns = parseColumns(cells, kindColumns);
  const { known } = kindColumns;
  const names = new Map(known.flatMap(({ name, onlyByChoice }) => (onlyByChoice ? [] : [[columnKey(name), name]])));
  const found: [index: number, name: string][] = [];
  const unknown: string[] = [];
  const doubled = new Set<string>();
  const allowedNames = mapping && new Set<string>(known.map(({ name }) => name));
  const invalid = mapping?.find(
    (entry, index) => index >= columns.length || namesIn(entry).some((name) => !allowedNames?.has(name)),
  );
  if (invalid !== undefined) throw new ApiError('import.mappingWrong', errorAt(invalid, 'import.mappingWrong'));
  for (const [index, column] of columns.entries()) {
    const filled = namesIn((mapping ? mapping[index] : names.get(columnKey(column))) ?? '');
    for (const name of filled) {
      if (found.some(([, other]) => other === name)) doubled.add(name);
      found.push([index, name]);
    }
    if (filled.length === 0 && column.trim() !== '' && columnKey(column) !== errorColumn) unknown.push(column);
  }
  if (doubled.size > 0) throw new ApiError('import.doubleColumn', errorsAt([...doubled], 'import.doubleColumn'));
  const present = new Set(found.map(([, name]) => name));
  const isNumbered = ({ name, numbered }: ImportColumn) => numbered && isFirstOfSeries(constants[name] ?? '');
  const missing = known
    .filter((column) => column.required && !present.has(column.name) && !isNumbered(column))
    .map(({ name }) => name);
  if (missing.length > 0) throw new ApiError('import.missingColumn', errorsAt(missing, 'import.missingColumn'));
  const invalidColumns = Object.keys(constants).filter(
    (column) =>
      present.has(column) || !known.some((entry) => entry.name === column && (!entry.required || isNumbered(entry))),
  );
  if (invalidColumns.length > 0)
    throw new ApiError('import.mappingWrong', errorsAt(invalidColumns, 'import.mappingWrong'));
  return { columns, known: found, unknown, constants };
}

/** Decodes a file in chunks: UTF-8, or UTF-16 if it starts with that byte order mark. */
async function* decodeChunks(bytes: Uint8Array, truncated: boolean): AsyncGenerator<string> {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  const decoder = new TextDecoder(encoding, { fatal: true });
  const { length } = encoding === 'utf-8' ? withoutEndOfFile(bytes) : bytes;
  for (let from = 0; from < length; from += chunkSize) {
    // a character cut at the end of a truncated file is not an encoding error
    const text = decodeChunk(
      decoder,
      bytes.subarray(from, Math.min(from + chunkSize, length)),
      truncated || from + chunkSize < length,
    );
    // PostgreSQL text cannot contain NUL
    ensure(!text.includes('\0'), 'import.encoding');
    if (text !== '') yield text;
  }
}

/** Leaves out the byte 0x1A with which programs of DOS end a file. */
function withoutEndOfFile(bytes: Uint8Array): Uint8Array {
  let { length } = bytes;
  while (bytes[length - 1] === 0x1a) length -= 1;
  return bytes.subarray(0, length);
}

function decodeChunk(decoder: TextDecoder, chunk: Uint8Array, stream: boolean): string {
  try {
    return decoder.decode(chunk, { stream });
  } catch (error) {
    throw new ApiError('import.encoding', { cause: error });
  }
}

async function* prepend(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

/** The same text in small parts, between which other work of the event loop has its turn. */
async function* inTurns(text: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const chunk of text)
    for (let from = 0, to = 0; from < chunk.length; from = to) {
      to = from + textPerTurn;
      // a character of two halves stays whole
      if ((chunk.charCodeAt(to - 1) & 0xfc00) === 0xd800) to += 1;
      yield chunk.slice(from, to);
      await nextTurn();
    }
}

/**
 * The delimiter from a `sep=` line as spreadsheets write it, else the most frequent usual delimiter in the first line.
 */
function detectFormat(text: string): { text: string; delimiter: string; linesBefore: number } {
  const [declaration = '', declared] = /^sep=([^\r\n])(?:\r\n|\n|\r)/i.exec(text) ?? [];
  if (declared) return { text: text.slice(declaration.length), delimiter: declared, linesBefore: 1 };
  const firstLine = text
    .replace(/"[^"]*"/g, 'x')
    .split(/[\r\n]/)
    .find((line) => line.trim() !== '');
  const delimiter = delimiterOf(firstLine ?? '');
  return { text, delimiter, linesBefore: 0 };
}

/** What the parser has counted so far. */
type CsvCounts = { readonly records: number; readonly empty_lines: number };

const linesOf = ({ records, empty_lines }: CsvCounts) => records + empty_lines;

const isFilled = (cell: string) => cell.trim() !== '';

const quoteErrorCodes = new Set(['CSV_QUOTE_NOT_CLOSED', 'CSV_INVALID_CLOSING_QUOTE', 'INVALID_OPENING_QUOTE']);

function toApiError(error: Error, linesBefore: number): Error {
  const { code, records = 0, empty_lines = 0 } = error as CsvError & Partial<CsvCounts>;
  const row = linesBefore + linesOf({ records, empty_lines }) + 1;
  if (code === 'CSV_MAX_RECORD_SIZE') return new ApiError('import.rowTooLong', atRow(row, 'import.rowTooLong'));
  if (quoteErrorCodes.has(code)) return new ApiError('import.brokenQuotes', atRow(row, 'import.brokenQuotes'));
  return error;
}

const atRow = (row: number, code: ErrorCode) => errorAt(`row ${row}`, code);

const errorAt = (path: string, messageCode: ErrorCode) => errorsAt([path], messageCode);

const errorsAt = (paths: readonly string[], messageCode: ErrorCode) => ({
  errors: paths.map((path) => ({ path, messageCode, message: errors[messageCode].text })),
});
