import { strToU8, zipSync } from 'fflate';

/** Content of a test workbook: sheets by name, shared strings, number formats and cell formats. */
export type WorkbookContent = {
  sheets?: Record<string, string>;
  strings?: string;
  formats?: string;
  xfs?: string;
  book?: string;
};

const xmlHeader = '<?xml version="1.0" encoding="UTF-8"?>';
const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;

/** Builds an .xlsx file as spreadsheet programs write it, with an additional hidden sheet. */
export function createTestWorkbook({
  sheets = {},
  strings = '',
  formats = '',
  xfs = '',
  book = '',
}: WorkbookContent): Blob {
  const names = Object.keys(sheets);
  const parts = {
    'xl/worksheets/sheet0.xml': `${xmlHeader}<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>`,
    ...Object.fromEntries(
      names.map((name, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `${xmlHeader}<worksheet>${sheets[name]}</worksheet>`,
      ]),
    ),
    'xl/workbook.xml': `${xmlHeader}<workbook xmlns:r="r">${book}<sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="s${index + 1}"/>`).join('')}<sheet name="Hidden" sheetId="99" state="hidden" r:id="s0"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xmlHeader}<Relationships>${[...names, ''].map((_, index) => relationship(`s${index}`, 'worksheet', `worksheets/sheet${index}.xml`)).join('')}${relationship('t', 'sharedStrings', '/xl/sharedStrings.xml')}${relationship('f', 'styles', 'styles.xml')}</Relationships>`,
    'xl/sharedStrings.xml': `${xmlHeader}<sst>${strings}</sst>`,
    'xl/styles.xml': `${xmlHeader}<styleSheet><numFmts>${formats}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${xfs}</cellXfs></styleSheet>`,
  };
  return new Blob([zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))]);
}

/** XML of a sheet with these rows of cells. */
export const rows = (...rowCells: string[][]) =>
  `<sheetData>${rowCells.map((cells, index) => `<row r="${index + 1}">${cells.join('')}</row>`).join('')}</sheetData>`;
