import { templates, userTemplate } from '@storeward/contract/user-import';
import { call } from '../../platform/api/api.ts';
import { useT } from '../../platform/text/i18n.ts';
import { DownloadButton, type GeneratedFile } from '../../records/download-button.tsx';
import { Permit } from '../../ui/page/permit.tsx';

/** Downloads the template of the user import. */
export function UserTemplateButton() {
  const t = useT();
  async function createDownload(): Promise<GeneratedFile> {
    const params = { name: userTemplate.name };
    const { fileName, contentType, content } = await call(templates.get, { params }, { quiet: 'logged' });
    const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
    return {
      file: new Blob([bytes], { type: contentType }),
      name: fileName,
      successText: t('users.import.templateDone'),
    };
  }
  return (
    <Permit any={['ALLOW_DOWNLOAD_USER_IMPORT_CSV_TEMPLATE']}>
      <DownloadButton label={t('imports.sample')} generate={createDownload} />
    </Permit>
  );
}
