import { byteOrderMark, csvLine, readCsv } from '@storeward/contract/csv';

export type TableFormat = 'csv' | 'xlsx';
export type NamedFile = { readonly file: Blob; readonly name: string };
type Pages = AsyncIterable<readonly (readonly string[])[]> | Iterable<readonly (readonly string[])[]>;

/** Creates a file from pages of rows; the extension of the format is added to the name. */
export async function createTableFile(format: TableFormat, name: string, pages: Pages): Promise<NamedFile> {
  if (format === 'xlsx') return workbookFile(name, pages);
  const texts: string[] = [byteOrderMark];
  for await (const rows of pages) texts.push(rows.map(csvLine).join(''));
  return csvFile(name, texts);
}

/** The number of characters of a CSV file that are converted at once. */
const partLength = 256 * 1024;

/** A CSV file of the server in the given format. */
export async function convertCsvFile(format: TableFormat, fileName: string, content: string): Promise<NamedFile> {
  const name = fileName.replace(/\.csv$/i, '');
  if (format === 'csv') return csvFile(name, [content]);
  return workbookFile(name, readCsv(partsOf(content)));
}

const csvFile = (name: string, texts: string[]): NamedFile => ({
  file: new Blob(texts, { type: 'text/csv' }),
  name: `${name}.csv`,
});

async function workbookFile(name: string, pages: Pages): Promise<NamedFile> {
  const { createWorkbook } = await import('./workbook-writer.ts');
  return { file: await createWorkbook(name, pages), name: `${name}.xlsx` };
}

function* partsOf(text: string) {
  for (let from = 0; from < text.length; from += partLength) yield text.slice(from, from + partLength);
}
