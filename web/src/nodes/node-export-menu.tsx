import { nodeExport } from '@storeward/contract/nodes/node-import';
import { call } from '../platform/api/api.ts';
import { useT } from '../platform/text/i18n.ts';
import { convertCsvFile } from '../platform/workbook/table-file.ts';
import { type ExportedTable, ExportMenu } from '../records/export-menu.tsx';
import { Permit } from '../ui/page/permit.tsx';

/** Exports all nodes of the user's scope as a file that can be imported again. */
export function NodeExportMenu() {
  const t = useT();
  const generate: ExportedTable = async (format) => {
    const { fileName, rowCount, content } = await call(nodeExport.get, { query: {} }, { quiet: 'logged' });
    const file = await convertCsvFile(format, fileName, content);
    return { ...file, successText: t('nodes.export.done', { count: rowCount }) };
  };
  return (
    <Permit all={['LIST_NODE_STRUCTURE', 'VIEW_NODE']}>
      <ExportMenu label={t('nodes.export.download')} generate={generate} />
    </Permit>
  );
}
