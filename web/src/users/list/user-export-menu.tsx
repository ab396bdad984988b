import { userExport, userExportColumns } from '@storeward/contract/users/user-export';
import type { UserListFilter } from '@storeward/contract/users/user-lists';
import { call } from '../../platform/api/api.ts';
import { formatNumber, useT } from '../../platform/text/i18n.ts';
import { createTableFile } from '../../platform/workbook/table-file.ts';
import { type ExportedTable, ExportMenu } from '../../records/export-menu.tsx';
import { Permit } from '../../ui/page/permit.tsx';

/** The filter of an export, and for platform users the organisation. */
type ExportedUsers = UserListFilter & { readonly orgId: string | undefined };

/** Exports all users that match the filter, over all pages, in the format of the import. */
export function UserExportMenu({ matching }: { matching: ExportedUsers }) {
  const t = useT();
  const generate: ExportedTable = async (format) => {
    let count = 0;
    async function* pages() {
      yield [[...userExportColumns] as string[]];
      let cursor: string | undefined;
      do {
        const page = await call(userExport.rows, { query: { ...matching, cursor } }, { quiet: 'logged' });
        count += page.result.length;
        yield page.result.map((user) => userExportColumns.map((column): string => user[column]));
        cursor = page.next;
      } while (cursor !== undefined);
    }
    const file = await createTableFile(format, 'Users', pages());
    return { ...file, successText: t('users.export.done', { count, shown: formatNumber(count) }) };
  };
  return (
    <Permit all={['LIST_USERS', 'VIEW_USER']}>
      <ExportMenu label={t('users.export.menu')} generate={generate} />
    </Permit>
  );
}
