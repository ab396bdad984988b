import { templates, userTemplateName } from '@storeward/contract/user-import';
import { call } from '../platform/api.ts';
import { useT } from '../platform/i18n.ts';
import { DownloadButton } from '../screens/download-button.tsx';
import { Permit } from '../ui/permit.tsx';

/** Hands out the file that an import of users begins with. */
export function UserTemplateButton() {
  const t = useT();
  async function take() {
    const params = { name: userTemplateName };
    const { fileName, contentType, content } = await call(templates.get, { params }, { quiet: 'logged' });
    const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0));
    return { file: new Blob([bytes], { type: contentType }), name: fileName, done: t('users.import.templateDone') };
  }
  return (
    <Permit any={['ALLOW_DOWNLOAD_USER_IMPORT_CSV_TEMPLATE']}>
      <DownloadButton label={t('imports.sample')} take={take} />
    </Permit>
  );
}
