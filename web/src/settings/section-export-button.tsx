import { Button, Menu } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import { nodeSettings } from '@storeward/contract/settings/node-settings';
import type { SectionName } from '@storeward/contract/settings/sections';
import { call } from '../platform/api.ts';
import { useT } from '../platform/i18n.ts';
import { sectionLabel } from '../platform/setting-labels.ts';
import { DownloadButton, type GeneratedFile, useDownload } from '../records/download-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { listableSections } from './section-labels.ts';

/** Returns a function that exports a section of a node and its descendants as CSV: set values only, or every node. */
function useSectionExport(id: NodeId) {
  const t = useT();
  return async (section: SectionName, includeAllNodes: boolean): Promise<GeneratedFile> => {
    const query = includeAllNodes ? { every: 'true' } : {};
    const { fileName, rowCount, content } = await call(
      nodeSettings.export,
      { params: { id, section }, query },
      { quiet: 'logged' },
    );
    const file = new Blob([content], { type: 'text/csv' });
    return { file, name: fileName, successText: t('settings.export.done', { count: rowCount }) };
  };
}

/** Downloads one section of a node and its descendants as a file that can be imported again. */
export function SectionExportButton({ id, section }: { id: NodeId; section: SectionName }) {
  const t = useT();
  const exportSection = useSectionExport(id);
  return (
    <DownloadButton label={t('settings.export.download')} size="xs" generate={() => exportSection(section, false)} />
  );
}

/** Downloads a chosen section, with or without nodes that have no own values. */
export function SettingsExportButton({ id }: { id: NodeId }) {
  const t = useT();
  const exportSection = useSectionExport(id);
  const { busy, download: handOut } = useDownload();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={busy} leftSection={<Icon name="download" size={16} />}>
          {t('settings.export.download')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {[false, true].map((includeAllNodes) => [
          <Menu.Label key={`${includeAllNodes}`}>
            {t(includeAllNodes ? 'settings.export.allNodes' : 'settings.export.setValues')}
          </Menu.Label>,
          ...listableSections().map((name) => (
            <Menu.Item
              key={`${name} ${includeAllNodes}`}
              onClick={() => handOut(() => exportSection(name, includeAllNodes))}
            >
              {sectionLabel(name, t)}
            </Menu.Item>
          )),
        ])}
      </Menu.Dropdown>
    </Menu>
  );
}
