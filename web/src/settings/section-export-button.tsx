import { Button, Menu } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import { nodeSettings } from '@storeward/contract/settings/node-settings';
import type { SectionName } from '@storeward/contract/settings/sections';
import { call } from '../platform/api.ts';
import { useT } from '../platform/i18n.ts';
import { sectionLabel } from '../platform/setting-names.ts';
import { DownloadButton, type Taken, useDownload } from '../screens/download-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { listed } from './section-words.ts';

/** Makes a file of what is set in a section at a place and below it, or of every place to be filled in. */
function useTake(id: NodeId) {
  const t = useT();
  return async (section: SectionName, every: boolean): Promise<Taken> => {
    const query = every ? { every: 'true' } : {};
    const { fileName, rowCount, content } = await call(
      nodeSettings.export,
      { params: { id, section }, query },
      { quiet: 'logged' },
    );
    const file = new Blob([content], { type: 'text/csv' });
    return { file, name: fileName, done: t('settings.export.done', { count: rowCount }) };
  };
}

/** Hands out what is set in one section at a place and below it, as a file that can be imported again. */
export function SectionExportButton({ id, section }: { id: NodeId; section: SectionName }) {
  const t = useT();
  const take = useTake(id);
  return <DownloadButton label={t('settings.export.take')} size="xs" take={() => take(section, false)} />;
}

/** The same for whichever section is chosen, with the places that say nothing or without. */
export function SettingsExportButton({ id }: { id: NodeId }) {
  const t = useT();
  const take = useTake(id);
  const { busy, handOut } = useDownload();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={busy} leftSection={<Icon name="download" size={16} />}>
          {t('settings.export.take')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {[false, true].map((every) => [
          <Menu.Label key={`${every}`}>{t(every ? 'settings.export.every' : 'settings.export.set')}</Menu.Label>,
          ...listed().map((name) => (
            <Menu.Item key={`${name} ${every}`} onClick={() => handOut(() => take(name, every))}>
              {sectionLabel(name, t)}
            </Menu.Item>
          )),
        ])}
      </Menu.Dropdown>
    </Menu>
  );
}
