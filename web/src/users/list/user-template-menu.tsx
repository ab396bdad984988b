import { templates, userTemplate } from '@storeward/contract/users/user-import';
import { call } from '../../platform/api/api.ts';
import { useT } from '../../platform/text/i18n.ts';
import { convertCsvFile } from '../../platform/workbook/table-file.ts';
import { type ExportedTable, ExportMenu } from '../../records/export-menu.tsx';
import { Permit } from '../../ui/page/permit.tsx';

/** Downloads the template of the user import. */
export function UserTemplateMenu() {
  const t = useT();
  const generate: ExportedTable = async (format) => {
    const params = { name: userTemplate.name };
    const { fileName, content } = await call(templates.get, { params }, { quiet: 'logged' });
    const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    return { ...(await convertCsvFile(format, fileName, text)), successText: t('users.import.templateDone') };
  };
  return (
    <Permit any={['ALLOW_DOWNLOAD_USER_IMPORT_CSV_TEMPLATE']}>
      <ExportMenu label={t('imports.sample')} generate={generate} />
    </Permit>
  );
}
