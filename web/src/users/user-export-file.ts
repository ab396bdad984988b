import { byteOrderMark, csvLine } from '@storeward/contract/csv';
import { userExport, userExportColumns } from '@storeward/contract/user-export';
import type { UsersMatching } from '@storeward/contract/user-lists';
import { call } from '../platform/api.ts';

/** The kinds of file that users can be taken away as. */
export type ExportKind = 'csv' | 'xlsx';

/** Makes a file of everybody whom the list shows, all pages of it, and tells how many they are. */
export async function exportFile(kind: ExportKind, matching: UsersMatching): Promise<{ file: Blob; count: number }> {
  let count = 0;
  async function* rows() {
    yield [[...userExportColumns] as string[]];
    let cursor: string | undefined;
    do {
      const page = await call(userExport.rows, { query: { ...matching, cursor } }, { quiet: 'logged' });
      count += page.result.length;
      yield page.result.map((user) => userExportColumns.map((column): string => user[column]));
      cursor = page.next;
    } while (cursor !== undefined);
  }
  if (kind === 'xlsx') {
    const { workbookOf } = await import('../platform/workbook.ts');
    return { file: await workbookOf('Users', rows()), count };
  }
  const lines: string[] = [byteOrderMark];
  for await (const some of rows()) lines.push(some.map(csvLine).join(''));
  return { file: new Blob(lines, { type: 'text/csv' }), count };
}
