import { strToU8, unzipSync, zipSync } from 'fflate';
import { createTestWorkbook, rows, type WorkbookContent } from './create-workbook.ts';

/** A file with the lines that its first sheet becomes, or with the error that refuses it. */
type WorkbookFile = readonly [title: string, file: Blob, expected: readonly string[] | string];

type Bytes = Uint8Array<ArrayBuffer>;
type Parts = Record<string, Uint8Array>;

const sheetOf = (...cells: string[]) => createTestWorkbook({ sheets: { One: rows(cells) } });
const withBook = (content: WorkbookContent, ...cells: string[]) =>
  createTestWorkbook({ sheets: { One: rows(cells) }, ...content });
const text = (content: string) => `<c t="str"><v>${content}</v></c>`;
const manyRows = (count: number) => rows(...Array.from({ length: count }, () => ['<c><v>1</v></c>']));
const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());

/** A workbook of one text, with its parts or its bytes changed. */
const plain = () => withBook({ strings: '<si><t>text</t></si>' }, '<c t="s"><v>0</v></c>');
const withParts = async (change: (parts: Parts) => Parts, options = {}) =>
  new Blob([zipSync(change(unzipSync(await bytesOf(plain()))), options)]);
const withBytes = async (change: (bytes: Bytes) => Bytes) => new Blob([change(await bytesOf(plain()))]);
const added = (name: string, content: string | Uint8Array) =>
  withParts((parts) => ({ ...parts, [name]: typeof content === 'string' ? strToU8(content) : content }));
const renamed = (rename: (name: string) => string, relations: Record<string, string> = {}) =>
  withParts((parts) => ({
    ...Object.fromEntries(Object.entries(parts).map(([name, part]) => [rename(name), part])),
    ...Object.fromEntries(
      Object.entries(relations).map(([name, target]) => [
        name,
        strToU8(
          `<Relationships><Relationship Id="r" Type="http://x/officeDocument" Target="${target}"/></Relationships>`,
        ),
      ]),
    ),
  }));
const cut = (part: number) => withBytes((bytes) => bytes.slice(0, Math.floor(bytes.length * part)));
const joined = (...parts: Uint8Array[]) => new Uint8Array(parts.flatMap((part) => [...part]));
/** The first entry of the archive with other bits of its head, from an offset on. */
const withHead = (offset: number, ...values: number[]) =>
  withBytes((bytes) => {
    bytes.set(values, offset);
    return bytes;
  });

const entities = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>';
const external = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>';
const head = '<?xml version="1.0" encoding="UTF-8"?>';

/** Archives: other files, other names of parts, damaged, cut off, and bombs. */
const archives = async (): Promise<WorkbookFile[]> => [
  ['an image', new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47])]), 'import.notCsv'],
  ['nothing', new Blob([]), 'import.notCsv'],
  ['another zip archive', new Blob([zipSync({ 'a.txt': strToU8('a') })]), 'import.notCsv'],
  ['an empty archive', new Blob([zipSync({})]), 'import.notCsv'],
  ['a binary workbook', new Blob([zipSync({ 'xl/workbook.bin': strToU8('a') })]), 'import.workbookBinary'],
  [
    'an OpenDocument table',
    new Blob([zipSync({ mimetype: strToU8('a'), 'content.xml': strToU8('<a/>') })]),
    'import.workbookOpenDocument',
  ],
  ['a document of a word processor', new Blob([zipSync({ 'word/document.xml': strToU8('<a/>') })]), 'import.notCsv'],
  [
    'parts in other letter case',
    await renamed((name) => name.replace('sharedStrings', 'SharedStrings').replace('sheet1', 'Sheet1')),
    ['text'],
  ],
  ['parts with backslashes', await renamed((name) => name.replaceAll('/', '\\')), ['text']],
  [
    'parts of other names',
    await renamed((name) => name.replace('workbook.xml', 'book.xml'), { '_rels/.rels': '/xl/book.xml' }),
    ['text'],
  ],
  [
    'parts at the root of the archive',
    await renamed((name) => (name === 'xl/sharedStrings.xml' ? name : name.replace('xl/', '')), {
      '_rels/.rels': 'workbook.xml',
    }),
    ['text'],
  ],
  ['macros', await added('xl/vbaProject.bin', new Uint8Array(512).fill(7)), ['text']],
  ['content types that are not those of a workbook', await added('[Content_Types].xml', '<Types/>'), ['text']],
  ['content types that are no XML', await added('[Content_Types].xml', 'x<'), ['text']],
  ['a path that leads out of the archive', await added('../../xl/workbook.xml', '<workbook/>'), ['text']],
  ['parts that are not compressed', await withParts((parts) => parts, { level: 0 }), ['text']],
  ['other bytes behind the archive', await withBytes((bytes) => joined(bytes, strToU8('<html>'))), ['text']],
  ...(await Promise.all(
    [0.05, 0.1, 0.2, 0.3, 0.4, 0.5].map(async (part): Promise<WorkbookFile> => [
      `only ${part * 100} per cent of it`,
      await cut(part),
      'import.notCsv',
    ]),
  )),
  ['a way of compression that is not read', await withHead(8, 99), 'import.notCsv'],
  ['compressed bytes that are damaged', await withHead(80, 0xff, 0xff, 0xff, 0xff, 0xff), 'import.notCsv'],
  ['a mark of encryption without it', await withHead(6, 1), ['text']],
  [
    'more parts than a workbook has',
    await withParts((parts) => ({
      ...Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`a${index}`, new Uint8Array()])),
      ...parts,
    })),
    'import.workbookTooLarge',
  ],
];

/** XML that is broken, or that would load or repeat something. */
const xml = async (): Promise<WorkbookFile[]> => [
  ['a broken sheet', createTestWorkbook({ sheets: { One: '<sheetData><row></sheetData>' } }), 'import.notCsv'],
  ['entities in the list of sheets', withBook({ book: '<!DOCTYPE x [<!ENTITY a "b">]>' }), 'import.notCsv'],
  ['entities in a sheet', await added('xl/worksheets/sheet1.xml', `${head}${entities}<worksheet/>`), 'import.notCsv'],
  ['entities in the texts', await added('xl/sharedStrings.xml', `${head}${entities}<sst/>`), 'import.notCsv'],
  ['entities in the formats', await added('xl/styles.xml', `${head}${external}<styleSheet/>`), 'import.notCsv'],
  [
    'entities in the relationships',
    await added('xl/_rels/workbook.xml.rels', `${head}${external}<Relationships/>`),
    'import.notCsv',
  ],
  ['entities that nobody declares', sheetOf(text('&a;')), 'import.notCsv'],
  ['a sheet in another encoding', await latin(), 'import.notCsv'],
  ['a sheet in UTF-16', await added('xl/worksheets/sheet1.xml', utf16('<worksheet/>')), 'import.notCsv'],
  [
    'elements in a hundred thousand others',
    createTestWorkbook({ sheets: { One: '<a>'.repeat(100_000) + '</a>'.repeat(100_000) + rows([text('x')]) } }),
    ['x'],
  ],
  ['no relationships', await withParts(({ 'xl/_rels/workbook.xml.rels': _, ...parts }) => parts), 'import.empty'],
  ['no sheet', await withParts(({ 'xl/worksheets/sheet1.xml': _, ...parts }) => parts), ['1']],
  [
    'a sheet at another address',
    await added(
      'xl/_rels/workbook.xml.rels',
      '<Relationships><Relationship Id="s1" Type="http://x/worksheet" TargetMode="External" Target="http://127.0.0.1/a.xml"/></Relationships>',
    ),
    'import.empty',
  ],
];

const utf16 = (content: string) => {
  const bytes = new Uint8Array(content.length * 2 + 2);
  bytes.set([0xff, 0xfe]);
  for (let index = 0; index < content.length; index += 1) bytes[index * 2 + 2] = content.charCodeAt(index);
  return bytes;
};
const latin = () => added('xl/worksheets/sheet1.xml', joined(strToU8('<worksheet><a>'), new Uint8Array([0xe9])));

/** Cells: references, numbers, dates, formulas, and what is hidden. */
const cells = (): WorkbookFile[] => [
  ['a reference to a missing text', sheetOf('<c t="s"><v>7</v></c>'), 'import.notCsv'],
  ['a reference to no text', sheetOf('<c t="s"><v>-1</v></c>'), 'import.notCsv'],
  ['a reference that is no number', sheetOf('<c t="s"><v>x</v></c>'), 'import.notCsv'],
  [
    'a row number beyond the maximum',
    createTestWorkbook({ sheets: { One: '<sheetData><row r="99999999"/></sheetData>' } }),
    'import.notCsv',
  ],
  ...['0', '-1', '1.5', 'x', '1e3.5'].map((row): WorkbookFile => [
    `the row number ${row}`,
    createTestWorkbook({ sheets: { One: `<sheetData><row r="${row}">${text('x')}</row></sheetData>` } }),
    'import.notCsv',
  ]),
  [
    'rows in another order',
    createTestWorkbook({
      sheets: { One: `<sheetData><row r="2">${text('b')}</row><row r="1">${text('a')}</row></sheetData>` },
    }),
    ['a', 'b'],
  ],
  ['more rows than allowed', createTestWorkbook({ sheets: { One: manyRows(100_002) } }), 'import.tooManyRows'],
  ['a cell beyond the last column', sheetOf('<c r="XFD1"><v>1</v></c>'), 'import.tooManyColumns'],
  [
    'a long text repeated too often',
    createTestWorkbook({
      sheets: { One: rows(...Array.from({ length: 3_000 }, () => ['<c t="s"><v>0</v></c>'])) },
      strings: `<si><t>${'x'.repeat(32_000)}</t></si>`,
    }),
    'import.tooLarge',
  ],
  ['a number that is none', sheetOf('<c><v>NaN</v></c><c><v>1e999</v></c>'), ['NaN,1e999']],
  ['a number with lost digits', sheetOf('<c><v>12345678901234567890</v></c>'), ['1.2345678901234567890E+19']],
  ['an error', sheetOf('<c t="e"><v>#REF!</v></c>'), ['#REF!']],
  ['a formula with its result', sheetOf('<c><f>1+1</f><v>2</v></c>'), ['2']],
  ['a formula without result', sheetOf('<c><f>HYPERLINK("x")</f></c>'), ['"=HYPERLINK(""x"")"']],
  ['a text like a formula', sheetOf(text('=1+1'), text('@A1')), ["'=1+1,'@A1"]],
  ['letters that XML writes otherwise', sheetOf(text('a_x000D_b'), text('_x005F_x0041_')), ['"a\rb",_x0041_']],
  ['a zero in a text', sheetOf(text('a_x0000_b')), ['a\0b']],
  ...[
    ['46348', '2026-11-22'],
    ['46348.75', '2026-11-22 18:00:00'],
    ['0', '1899-12-31'],
    ['60', '1900-02-28'],
    ['2958465', '9999-12-31'],
    ['2958466', '2958466'],
    ['-1', '-1'],
  ].map(([value, date]): WorkbookFile => [
    `the date ${value}`,
    withBook({ xfs: '<xf numFmtId="14"/>' }, `<c s="1"><v>${value}</v></c>`),
    [date!],
  ]),
  [
    'a date since 1904',
    withBook({ xfs: '<xf numFmtId="14"/>', book: '<workbookPr date1904="1"/>' }, '<c s="1"><v>44886</v></c>'),
    ['2026-11-22'],
  ],
  ['a format that is not there', sheetOf('<c s="99"><v>5</v></c>'), ['5']],
  [
    'hidden rows and columns',
    createTestWorkbook({
      sheets: {
        One: `<cols><col min="2" max="99999999" hidden="1"/></cols><sheetData><row r="1">${text('a')}${text('b')}</row><row r="2" hidden="1">${text('c')}</row></sheetData>`,
      },
    }),
    ['a,b', 'c'],
  ],
  ['only a hidden sheet', createTestWorkbook({}), ['1']],
  ['an empty sheet before a hidden one', createTestWorkbook({ sheets: { One: '<sheetData/>' } }), ['1']],
];

/** Archives that are small and unpack to more than a browser should hold: the largest take seconds. */
export const workbookBombs = async (): Promise<WorkbookFile[]> => [
  [
    '300 MB of blanks in a sheet',
    new Blob([
      zipSync({
        ...unzipSync(await bytesOf(plain())),
        'xl/worksheets/sheet1.xml': new Uint8Array(300_000_000).fill(32),
      }),
    ]),
    'import.workbookTooLarge',
  ],
];

/** Workbooks of every kind that people and attackers choose. */
export const workbookFiles = async (): Promise<WorkbookFile[]> => [...(await archives()), ...(await xml()), ...cells()];
