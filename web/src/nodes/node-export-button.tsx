import { nodeExport } from '@storeward/contract/node-import';
import { call } from '../platform/api/api.ts';
import { useT } from '../platform/text/i18n.ts';
import { DownloadButton, type GeneratedFile } from '../records/download-button.tsx';
import { Permit } from '../ui/page/permit.tsx';

/** Downloads all nodes of the user's scope as a CSV file that can be imported again. */
export function NodeExportButton() {
  const t = useT();
  async function createFile(): Promise<GeneratedFile> {
    const { fileName, rowCount, content } = await call(nodeExport.get, { query: {} }, { quiet: 'logged' });
    const file = new Blob([content], { type: 'text/csv' });
    return { file, name: fileName, successText: t('nodes.export.done', { count: rowCount }) };
  }
  return (
    <Permit all={['LIST_NODE_STRUCTURE', 'VIEW_NODE']}>
      <DownloadButton label={t('nodes.export.download')} generate={createFile} />
    </Permit>
  );
}
