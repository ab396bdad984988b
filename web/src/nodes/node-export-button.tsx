import { Button } from '@mantine/core';
import { nodeExport } from '@storeward/contract/node-import';
import { useState } from 'react';
import { ApiError, call } from '../platform/api.ts';
import { sayError, useT } from '../platform/i18n.ts';
import { saveFile } from '../platform/save-file.ts';
import { Icon } from '../ui/icon.tsx';
import { useNotify } from '../ui/notify.tsx';
import { Permit } from '../ui/permit.tsx';

/** Hands out all places of the reader's own area as a file that can be imported again. */
export function NodeExportButton() {
  const t = useT();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  async function take() {
    setBusy(true);
    try {
      const { fileName, rowCount, content } = await call(nodeExport.get, { query: {} }, { quiet: 'logged' });
      saveFile(new Blob([content], { type: 'text/csv' }), fileName);
      notify.success(t('nodes.export.done', { count: rowCount }));
    } catch (fault) {
      notify.error(sayError(fault instanceof ApiError ? fault.code : 'unknown'));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Permit all={['LIST_NODE_STRUCTURE', 'VIEW_NODE']}>
      <Button
        variant="default"
        loading={busy}
        leftSection={<Icon name="download" size={16} />}
        onClick={() => void take()}
      >
        {t('nodes.export.take')}
      </Button>
    </Permit>
  );
}
