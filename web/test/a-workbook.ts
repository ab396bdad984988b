import { strToU8, zipSync } from 'fflate';

/** What a workbook holds: its sheets by name, and the texts and looks they share. */
export type Wish = { sheets?: Record<string, string>; strings?: string; formats?: string; xfs?: string; book?: string };

const head = '<?xml version="1.0" encoding="UTF-8"?>';
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;

/** A workbook of these sheets, as spreadsheets pack it. */
export function aWorkbook({ sheets = {}, strings = '', formats = '', xfs = '', book = '' }: Wish): Blob {
  const names = Object.keys(sheets);
  const parts = {
    'xl/worksheets/sheet0.xml': `${head}<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>`,
    ...Object.fromEntries(
      names.map((name, at) => [`xl/worksheets/sheet${at + 1}.xml`, `${head}<worksheet>${sheets[name]}</worksheet>`]),
    ),
    'xl/workbook.xml': `${head}<workbook xmlns:r="r">${book}<sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at + 1}"/>`).join('')}<sheet name="Hidden" sheetId="99" state="hidden" r:id="s0"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships>${[...names, ''].map((_, at) => relation(`s${at}`, 'worksheet', `worksheets/sheet${at}.xml`)).join('')}${relation('t', 'sharedStrings', '/xl/sharedStrings.xml')}${relation('f', 'styles', 'styles.xml')}</Relationships>`,
    'xl/sharedStrings.xml': `${head}<sst>${strings}</sst>`,
    'xl/styles.xml': `${head}<styleSheet><numFmts>${formats}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${xfs}</cellXfs></styleSheet>`,
  };
  return new Blob([zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))]);
}

/** The rows of a sheet, of these cells. */
export const rows = (...lines: string[][]) =>
  `<sheetData>${lines.map((cells, at) => `<row r="${at + 1}">${cells.join('')}</row>`).join('')}</sheetData>`;
