import { byteOrderMark, csvLine } from '@storeward/contract/csv';
import { userExport, userExportColumns } from '@storeward/contract/user-export';
import type { UserListFilter } from '@storeward/contract/user-lists';
import { call } from '../../platform/api/api.ts';

export type ExportKind = 'csv' | 'xlsx';

/** The filter of an export, and for platform users the organisation. */
export type ExportedUsers = UserListFilter & { readonly orgId: string | undefined };

/** Exports all users that match the filter, over all pages, and returns the file with their number. */
export async function createExportFile(
  kind: ExportKind,
  matching: ExportedUsers,
): Promise<{ file: Blob; count: number }> {
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
    const { createWorkbook: workbookOf } = await import('../../platform/workbook/workbook-writer.ts');
    return { file: await workbookOf('Users', rows()), count };
  }
  const lines: string[] = [byteOrderMark];
  for await (const batch of rows()) lines.push(batch.map(csvLine).join(''));
  return { file: new Blob(lines, { type: 'text/csv' }), count };
}
