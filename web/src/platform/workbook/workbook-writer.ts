import { strToU8, Zip, ZipDeflate } from 'fflate';
import { ApiError } from '../api/api.ts';
import { mainThreadReleases } from './main-thread.ts';

const xmlHeader = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationshipNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Beyond these, Excel repairs a workbook and loses content. */
const excelLimits = { rows: 1_048_576, cellLength: 32_767, sheetNameLength: 31 } as const;

/** The parts of a workbook with one sheet, besides the sheet itself. */
const parts = (sheet: string): Record<string, string> => ({
  '[Content_Types].xml': `${xmlHeader}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/></Types>`,
  '_rels/.rels': `${xmlHeader}<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${relationshipNamespace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${xmlHeader}<workbook xmlns="${mainNamespace}" xmlns:r="${relationshipNamespace}"><sheets><sheet name="${escapeXml(sheetName(sheet))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${xmlHeader}<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${relationshipNamespace}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
});

/** A name without the characters and the length that Excel refuses. */
const sheetName = (name: string): string =>
  name
    .replace(/[[\]:*?/\\']/g, ' ')
    .trim()
    .slice(0, excelLimits.sheetNameLength) || 'Sheet';

/** Creates an .xlsx file with one sheet from pages of rows. Every cell is text, so that nothing is run as a formula. Throws if Excel cannot hold it. */
export async function createWorkbook(
  sheet: string,
  pages: AsyncIterable<readonly (readonly string[])[]> | Iterable<readonly (readonly string[])[]>,
): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let failure: Error | undefined;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else chunks.push(chunk);
  });
  for (const [name, text] of Object.entries(parts(sheet))) {
    const part = new ZipDeflate(name);
    zip.add(part);
    part.push(strToU8(text), true);
  }
  const sheetPart = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 6 });
  zip.add(sheetPart);
  sheetPart.push(strToU8(`${xmlHeader}<worksheet xmlns="${mainNamespace}"><sheetData>`));
  const release = mainThreadReleases();
  let rowCount = 0;
  for await (const rows of pages) {
    rowCount += rows.length;
    if (rowCount > excelLimits.rows || rows.flat().some(({ length }) => length > excelLimits.cellLength))
      throw new ApiError(422, { messageCode: 'download.tooLargeForExcel' });
    sheetPart.push(strToU8(rows.map(toRow).join('')));
    await release();
  }
  sheetPart.push(strToU8('</sheetData></worksheet>'), true);
  zip.end();
  if (failure) throw failure;
  return new Blob(chunks, { type: `${contentType}.sheet` });
}

const toRow = (cells: readonly string[]): string => `<row>${cells.map(toCell).join('')}</row>`;

const toCell = (text: string): string =>
  text === '' ? '<c/>' : `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;

const xmlEntities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

// oxlint-disable-next-line no-control-regex -- XML does not allow these characters
const forbiddenCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text that looks like an `_xHHHH_` escape and must be escaped itself. */
const escapeLookalike = /_(?=x[0-9a-f]{4}_)/gi;

/** Escapes text for XML and drops characters that XML does not allow. */
const escapeXml = (text: string): string =>
  text
    .replace(forbiddenCharacters, '')
    .replace(escapeLookalike, '_x005F_')
    .replace(/[&<>"]/g, (character) => xmlEntities[character]!);
