import { byteOrderMark, csvCell } from '@storeward/contract/csv';
import { lookOf, type NumberLook, textMeant } from './workbook-cells.ts';
import { noWorkbook, type Packed, reading, unpack, workbookLimits } from './workbook-parts.ts';
import { type SharedParts, type Sheet, type SheetCell, sheetReading } from './workbook-sheet.ts';

type Relation = { readonly type: string; readonly target: string };
type Outline = { since1904: boolean; sheets: { name: string; relation: string }[]; relations: Map<string, Relation> };

/** The sheets of a workbook that people see and that something stands in, in their order. */
export async function sheetsOf(file: Blob): Promise<Sheet[]> {
  const packed: Packed = { bytes: new Uint8Array(await file.arrayBuffer()), left: workbookLimits.bytes };
  const outline = await outlineOf(packed);
  const shared = await sharedOf(packed, outline);
  const sheets = new Map<string, Sheet>();
  for (const { name, relation } of outline.sheets) {
    const found = outline.relations.get(relation);
    if (found?.type === 'worksheet') sheets.set(found.target, { name, rows: new Map() });
  }
  await unpack(packed, (part) => {
    const sheet = sheets.get(part);
    return sheet && sheetReading(sheet, shared);
  });
  return [...sheets.values()].filter(({ rows, fault }) => rows.size > 0 || fault);
}

/** A sheet as the text that the server reads, each row where it stands in the sheet. */
export function csvOf({ name, rows, fault }: Sheet, fileName: string): File {
  if (fault) throw fault;
  const lines: string[] = [byteOrderMark];
  let before = 0;
  for (const [row, cells] of [...rows].toSorted(([one], [other]) => one - other)) {
    lines.push('\r\n'.repeat(row - before - 1), `${cells.map(asCell).join(',')}\r\n`);
    before = row;
  }
  return new File(lines, fileName || name, { type: 'text/csv' });
}

/** A text is made harmless as in every file of ours; what is no text stays the formula that it is, and is told as one. */
const asCell = (cell: SheetCell): string =>
  typeof cell === 'string' ? csvCell(cell) : `"${cell.formula.replaceAll('"', '""')}"`;

/** Which sheets there are, and where they and what they share lie. */
async function outlineOf(packed: Packed): Promise<Outline> {
  const outline: Outline = { since1904: false, sheets: [], relations: new Map() };
  let found = false;
  await unpack(packed, (part) => {
    if (/^xl\/workbook\d*\.xml$/.test(part)) {
      found = true;
      return reading({
        open(element, given) {
          if (element === 'workbookPr') outline.since1904 = ['1', 'true'].includes(given['date1904'] ?? '');
          if (element !== 'sheet' || (given['state'] ?? 'visible') !== 'visible') return;
          const relation = Object.entries(given).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
          outline.sheets.push({ name: given['name'] ?? '', relation });
        },
      });
    }
    if (!/^xl\/_rels\/workbook\d*\.xml\.rels$/.test(part)) return undefined;
    return reading({
      open(element, { Id: id = '', Type: type = '', Target: target = '' }) {
        if (element !== 'Relationship') return;
        const place = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
        outline.relations.set(id, { type: type.slice(type.lastIndexOf('/') + 1), target: place });
      },
    });
  });
  if (!found || outline.sheets.length === 0) throw noWorkbook();
  return outline;
}

/** The texts and the looks of numbers that all sheets share. */
async function sharedOf(packed: Packed, { relations, since1904 }: Outline): Promise<SharedParts> {
  const places = (kind: string) => [...relations.values()].filter(({ type }) => type === kind).map((one) => one.target);
  const strings: string[] = [];
  const formats = new Map<number, string>();
  const used: number[] = [];
  await unpack(packed, (part) => {
    if (places('sharedStrings').includes(part)) return stringsReading(strings);
    if (!places('styles').includes(part)) return undefined;
    let within = false;
    return reading({
      open(element, given) {
        if (element === 'numFmt') formats.set(Number(given['numFmtId']), given['formatCode'] ?? '');
        else if (element === 'cellXfs') within = true;
        else if (element === 'xf' && within) used.push(Number(given['numFmtId'] ?? 0));
      },
      close(element) {
        if (element === 'cellXfs') within = false;
      },
    });
  });
  const looks: NumberLook[] = used.map((id) => lookOf(id, formats.get(id)));
  return { strings, looks, since1904 };
}

/** Texts in many looks are one text; how it is read aloud is none of it. */
function stringsReading(strings: string[]) {
  let text = '';
  let heard = false;
  let aloud = 0;
  return reading({
    open(element) {
      if (element === 'si') text = '';
      else if (element === 'rPh') aloud += 1;
      else if (element === 't') heard = aloud === 0;
    },
    text(words) {
      if (heard) text += words;
    },
    close(element) {
      if (element === 't') heard = false;
      else if (element === 'rPh') aloud -= 1;
      else if (element === 'si') strings.push(textMeant(text));
    },
  });
}
