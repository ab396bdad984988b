import { Button, Menu } from '@mantine/core';
import type { UsersMatching } from '@storeward/contract/user-lists';
import { useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { formatNumber, sayError, useT } from '../platform/i18n.ts';
import { saveFile } from '../platform/save-file.ts';
import { Icon } from '../ui/icon.tsx';
import { useNotify } from '../ui/notify.tsx';
import { Permit } from '../ui/permit.tsx';
import type { ExportKind } from './user-export-file.ts';

const exportKinds = ['csv', 'xlsx'] as const satisfies readonly ExportKind[];

/** Hands out everybody whom the list shows as a file, which can be imported again. */
export function UserExportMenu({ matching }: { matching: UsersMatching }) {
  const t = useT();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  async function take(kind: ExportKind) {
    setBusy(true);
    try {
      const { exportFile } = await import('./user-export-file.ts');
      const { file, count } = await exportFile(kind, matching);
      saveFile(file, `Users.${kind}`);
      notify.success(t('users.export.done', { count, shown: formatNumber(count) }));
    } catch (fault) {
      notify.error(sayError(fault instanceof ApiError ? fault.code : 'unknown'));
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
            <Menu.Item key={kind} onClick={() => void take(kind)}>
              {t(`users.export.${kind}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Permit>
  );
}
