import { strToU8, Zip, ZipDeflate } from 'fflate';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packed = 'http://schemas.openxmlformats.org/package/2006';
const spoken = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** What a workbook of one sheet is made of, besides the sheet. */
const parts = (sheet: string): Record<string, string> => ({
  '[Content_Types].xml': `${head}<Types xmlns="${packed}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spoken}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spoken}.worksheet+xml"/></Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="${packed}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packed}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
});

/** Makes an Excel workbook of one sheet while its rows come in. Every cell is text, so that nothing in it is ever run as a formula. */
export async function workbookOf(sheet: string, rows: AsyncIterable<readonly (readonly string[])[]>): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let broken: Error | undefined;
  const zip = new Zip((error, piece) => {
    if (error) broken = error;
    else pieces.push(piece);
  });
  for (const [name, text] of Object.entries(parts(sheet))) {
    const part = new ZipDeflate(name);
    zip.add(part);
    part.push(strToU8(text), true);
  }
  const table = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 6 });
  zip.add(table);
  table.push(strToU8(`${head}<worksheet xmlns="${main}"><sheetData>`));
  for await (const some of rows) table.push(strToU8(some.map(rowOf).join('')));
  table.push(strToU8('</sheetData></worksheet>'), true);
  zip.end();
  if (broken) throw broken;
  return new Blob(pieces, { type: `${spoken}.sheet` });
}

const rowOf = (cells: readonly string[]): string => `<row>${cells.map(cellOf).join('')}</row>`;

const cellOf = (text: string): string =>
  text === '' ? '<c/>' : `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

// oxlint-disable-next-line no-control-regex -- these very signs are what no such file may hold
const unholdable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Where a text would be taken for a sign that is written by its number. */
const byNumber = /_(?=x[0-9a-f]{4}_)/gi;

/** A text as it may stand in such a file, without the signs that none may hold. */
const escaped = (text: string): string =>
  text
    .replace(unholdable, '')
    .replace(byNumber, '_x005F_')
    .replace(/[&<>"]/g, (sign) => signs[sign]!);
