import { nodeExport } from '@storeward/contract/nodes/node-import';
import { useT } from '../platform/text/i18n.ts';
import { downloadTable } from '../platform/workbook/received-file.ts';
import { type ExportedTable, ExportMenu } from '../records/export-menu.tsx';
import { Permit } from '../ui/page/permit.tsx';

/** Exports all nodes of the user's scope as a file that can be imported again. */
export function NodeExportMenu() {
  const t = useT();
  const generate: ExportedTable = async (format) => {
    const { count, ...file } = await downloadTable(nodeExport.get, { query: {} }, { format, name: 'Structure' });
    return { ...file, successText: t('nodes.export.done', { count }) };
  };
  return (
    <Permit all={['LIST_NODE_STRUCTURE', 'VIEW_NODE']}>
      <ExportMenu label={t('nodes.export.download')} generate={generate} />
    </Permit>
  );
}
