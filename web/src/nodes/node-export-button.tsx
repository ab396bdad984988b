import { nodeExport } from '@storeward/contract/node-import';
import { call } from '../platform/api.ts';
import { useT } from '../platform/i18n.ts';
import { DownloadButton } from '../screens/download-button.tsx';
import { Permit } from '../ui/permit.tsx';

/** Hands out all places of the reader's own area as a file that can be imported again. */
export function NodeExportButton() {
  const t = useT();
  async function take() {
    const { fileName, rowCount, content } = await call(nodeExport.get, { query: {} }, { quiet: 'logged' });
    const file = new Blob([content], { type: 'text/csv' });
    return { file, name: fileName, done: t('nodes.export.done', { count: rowCount }) };
  }
  return (
    <Permit all={['LIST_NODE_STRUCTURE', 'VIEW_NODE']}>
      <DownloadButton label={t('nodes.export.take')} take={take} />
    </Permit>
  );
}
