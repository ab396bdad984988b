import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../../platform/api/api.ts';
import { formatNumber, errorMessage, useT } from '../../platform/text/i18n.ts';
import { saveFile } from '../../platform/save-file.ts';
import { Icon } from '../../ui/icon.tsx';
import { useNotify } from '../../ui/page/notify.tsx';
import { Permit } from '../../ui/page/permit.tsx';
import type { ExportedUsers, ExportKind } from './user-export-file.ts';

const exportKinds = ['csv', 'xlsx'] as const satisfies readonly ExportKind[];

/** Exports all users that match the filter, in the format of the import. */
export function UserExportMenu({ matching }: { matching: ExportedUsers }) {
  const t = useT();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  async function download(kind: ExportKind) {
    setBusy(true);
    try {
      const { createExportFile: exportFile } = await import('./user-export-file.ts');
      const { file, count } = await exportFile(kind, matching);
      saveFile(file, `Users.${kind}`);
      notify.success(t('users.export.done', { count, shown: formatNumber(count) }));
    } catch (error) {
      notify.error(errorMessage(error instanceof ApiError ? error.code : 'unknown'));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Permit all={['LIST_USERS', 'VIEW_USER']}>
      <Menu withinPortal>
        <Menu.Target>
          <Button variant="default" loading={busy} leftSection={<Icon name="download" size={16} />}>
            {t('users.export.menu')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {exportKinds.map((kind) => (
            <Menu.Item key={kind} onClick={() => void download(kind)}>
              {t(`users.export.${kind}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Permit>
  );
}
