import { byteOrderMark, csvCell } from '@storeward/contract/csv';
import { numberFormatOf, type NumberFormat, decodeEscapes } from '../text/number-format.ts';
import { ApiError } from '../api/api.ts';
import {
  invalidWorkbookError,
  type PackedWorkbook,
  type Relationship,
  relationsOf,
  relationsReader,
  xmlReader,
  unpack,
  workbookLimits,
} from './workbook-parts.ts';
import { type SharedParts, type Sheet, type SheetCell, sheetReader } from './workbook-sheet.ts';

type Outline = {
  since1904: boolean;
  sheets: { name: string; relation: string; isHidden: boolean }[];
  relations: Map<string, Relationship>;
};

/** Reads the non-empty sheets of an .xlsx file in their order, hidden ones last. */
export async function readSheets(file: Blob): Promise<Sheet[]> {
  const packed: PackedWorkbook = { bytes: new Uint8Array(await file.arrayBuffer()), bytesLeft: workbookLimits.bytes };
  const outline = await readOutline(packed);
  const shared = await readSharedParts(packed, outline);
  const sheets = new Map<string, Sheet>();
  for (const { name, relation, isHidden } of outline.sheets) {
    const relationship = outline.relations.get(relation);
    if (relationship?.type === 'worksheet')
      sheets.set(relationship.target, {
        name,
        isHidden,
        rows: new Map(),
        hiddenRows: new Set(),
        hiddenColumns: new Set(),
      });
  }
  await unpack(packed, (part) => {
    const sheet = sheets.get(part);
    return sheet && sheetReader(sheet, shared);
  });
  return [...sheets.values()]
    .filter(({ rows, error }) => rows.size > 0 || error)
    .toSorted((one, other) => Number(one.isHidden) - Number(other.isHidden));
}

/** The hidden rows below the headings that have content, out of how many, and the headings of such columns. */
export function hiddenParts({ rows, hiddenRows, hiddenColumns }: Sheet) {
  const [header = 0, ...below] = [...rows.keys()].toSorted((one, other) => one - other);
  const headings = (rows.get(header) ?? []).map((cell) => (typeof cell === 'string' ? cell.trim() : ''));
  return {
    rowCount: below.length,
    hiddenCount: below.filter((row) => hiddenRows.has(row)).length,
    columns: headings.filter((heading, index) => heading !== '' && hiddenColumns.has(index)),
  };
}

/**
 * Converts a sheet to the CSV that the import endpoint reads, hidden rows and columns included unless it is to be what is
 * visible; row numbers are preserved. Throws the sheet's error.
 */
export function sheetToCsv(
  { name, rows, hiddenRows, hiddenColumns, error }: Sheet,
  fileName: string,
  { onlyVisible = false } = {},
): File {
  if (error) throw error;
  const lines: string[] = [byteOrderMark];
  let before = 0;
  const isLeftOut = (index: number) => onlyVisible && hiddenColumns.has(index);
  for (const [row, cells] of [...rows].toSorted(([left], [right]) => left - right)) {
    if (onlyVisible && hiddenRows.has(row)) continue;
    const line = cells.map((cell, index) => (isLeftOut(index) ? '' : toCsvCell(cell))).join(',');
    lines.push('\r\n'.repeat(row - before - 1), `${line}\r\n`);
    before = row;
  }
  return new File(lines, fileName || name, { type: 'text/csv' });
}

/**
 * Text is escaped against formula injection as in all our CSV files; a formula without result is passed on, so that the
 * server reports it.
 */
const toCsvCell = (cell: SheetCell): string =>
  typeof cell === 'string' ? csvCell(cell) : `"${cell.formula.replaceAll('"', '""')}"`;

/** Formats that people take for a workbook of this kind, by a part that they have. */
const otherFormats = new Map([
  ['xl/workbook.bin', 'import.workbookBinary'],
  ['content.xml', 'import.workbookOpenDocument'],
]);

/** The part that has the list of sheets, as the relationships of the file name it. */
async function findWorkbook(packed: PackedWorkbook): Promise<string> {
  const relations = new Map<string, Relationship>();
  let messageCode: string | undefined;
  await unpack(packed, (part) => {
    messageCode ??= otherFormats.get(part);
    return part === relationsOf('') ? relationsReader('', relations) : undefined;
  });
  if (messageCode) throw new ApiError(400, { messageCode });
  const workbook = [...relations.values()].find(({ type }) => type === 'officeDocument');
  return workbook?.target ?? 'xl/workbook.xml';
}

/** The list of sheets and the paths of the parts they refer to. */
async function readOutline(packed: PackedWorkbook): Promise<Outline> {
  const outline: Outline = { since1904: false, sheets: [], relations: new Map() };
  const workbook = await findWorkbook(packed);
  await unpack(packed, (part) => {
    if (part === relationsOf(workbook)) return relationsReader(workbook, outline.relations);
    if (part !== workbook) return undefined;
    return xmlReader({
      open(element, attributes) {
        if (element === 'workbookPr') outline.since1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
        if (element !== 'sheet') return;
        const relation = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
        const isHidden = (attributes['state'] ?? 'visible') !== 'visible';
        outline.sheets.push({ name: attributes['name'] ?? '', relation, isHidden });
      },
    });
  });
  if (outline.sheets.length === 0) throw invalidWorkbookError();
  return outline;
}

/** The shared strings and number formats. */
async function readSharedParts(packed: PackedWorkbook, { relations, since1904 }: Outline): Promise<SharedParts> {
  const targetsOf = (kind: string) =>
    [...relations.values()].filter(({ type }) => type === kind).map(({ target }) => target);
  const strings: string[] = [];
  const formats = new Map<number, string>();
  const used: number[] = [];
  await unpack(packed, (part) => {
    if (targetsOf('sharedStrings').includes(part)) return sharedStringsReader(strings);
    if (!targetsOf('styles').includes(part)) return undefined;
    let within = false;
    return xmlReader({
      open(element, attributes) {
        if (element === 'numFmt') formats.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
        else if (element === 'cellXfs') within = true;
        else if (element === 'xf' && within) used.push(Number(attributes['numFmtId'] ?? 0));
      },
      close(element) {
        if (element === 'cellXfs') within = false;
      },
    });
  });
  const numberFormats: NumberFormat[] = used.map((id) => numberFormatOf(id, formats.get(id)));
  return { strings, numberFormats, since1904 };
}

/** Joins the runs of a rich text and skips phonetic readings. */
function sharedStringsReader(strings: string[]) {
  let text = '';
  let isCollecting = false;
  let phoneticDepth = 0;
  return xmlReader({
    open(element) {
      if (element === 'si') text = '';
      else if (element === 'rPh') phoneticDepth += 1;
      else if (element === 't') isCollecting = phoneticDepth === 0;
    },
    text(chunk) {
      if (isCollecting) text += chunk;
    },
    close(element) {
      if (element === 't') isCollecting = false;
      else if (element === 'rPh') phoneticDepth -= 1;
      else if (element === 'si') strings.push(decodeEscapes(text));
    },
  });
}
