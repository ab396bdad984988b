import { Button, Menu } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import { nodeSettings } from '@storeward/contract/settings/node-settings';
import type { SectionName } from '@storeward/contract/settings/sections';
import { call } from '../../platform/api/api.ts';
import { type t as translate, useT } from '../../platform/text/i18n.ts';
import { fieldLabel, sectionLabel } from '../../platform/text/setting-labels.ts';
import { DownloadButton, type GeneratedFile, useDownload } from '../../records/download-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { hasPlainFields, listableSections, rowWiseListsOf } from './section-labels.ts';

/** A file of a section: the values of its fields, or the rows of one of its lists. */
type SectionFile = { readonly section: SectionName; readonly list?: string };

/** A list of rows has a file of its own: one line for each row that a node adds, changes or hides. */
const filesOf = (section: SectionName): SectionFile[] => [
  ...(hasPlainFields(section) ? [{ section }] : []),
  ...rowWiseListsOf(section).map(({ field }) => ({ section, list: field })),
];

const fileLabel = ({ section, list }: SectionFile, t: typeof translate): string =>
  list && filesOf(section).length > 1
    ? `${sectionLabel(section, t)} · ${fieldLabel(section, list, t)}`
    : sectionLabel(section, t);

/** Returns a function that exports a file of a node and its descendants as CSV: set values only, or every node. */
function useSectionExport(id: NodeId) {
  const t = useT();
  return async ({ section, list }: SectionFile, includeAllNodes: boolean): Promise<GeneratedFile> => {
    const query = { ...(includeAllNodes && { every: 'true' }), ...(list && { list }) };
    const { fileName, rowCount, content } = await call(
      nodeSettings.export,
      { params: { id, section }, query },
      { quiet: 'logged' },
    );
    const file = new Blob([content], { type: 'text/csv' });
    return {
      file,
      name: fileName,
      successText: t(list ? 'settings.export.linesDone' : 'settings.export.done', { count: rowCount }),
    };
  };
}

/** Downloads one section of a node and its descendants as files that can be imported again. */
export function SectionExportButton({ id, section }: { id: NodeId; section: SectionName }) {
  const t = useT();
  const exportFile = useSectionExport(id);
  const { busy, download } = useDownload();
  const [first, ...others] = filesOf(section);
  if (!first) return null;
  if (others.length === 0)
    return <DownloadButton label={t('settings.export.download')} size="xs" generate={() => exportFile(first, false)} />;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="xs" loading={busy} leftSection={<Icon name="download" size={16} />}>
          {t('settings.export.download')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {[first, ...others].map((file) => (
          <Menu.Item key={fileLabel(file, t)} onClick={() => download(() => exportFile(file, false))}>
            {file.list ? fieldLabel(section, file.list, t) : sectionLabel(section, t)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Downloads a chosen section or list, a section with or without nodes that have no own values. */
export function SettingsExportButton({ id }: { id: NodeId }) {
  const t = useT();
  const exportFile = useSectionExport(id);
  const { busy, download } = useDownload();
  const files = listableSections().flatMap(filesOf);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={busy} leftSection={<Icon name="download" size={16} />}>
          {t('settings.export.download')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
        {[false, true].map((includeAllNodes) => [
          <Menu.Label key={`${includeAllNodes}`}>
            {t(includeAllNodes ? 'settings.export.allNodes' : 'settings.export.setValues')}
          </Menu.Label>,
          ...files
            .filter(({ list }) => !list || !includeAllNodes)
            .map((file) => (
              <Menu.Item
                key={`${fileLabel(file, t)} ${includeAllNodes}`}
                onClick={() => download(() => exportFile(file, includeAllNodes))}
              >
                {fileLabel(file, t)}
              </Menu.Item>
            )),
        ])}
      </Menu.Dropdown>
    </Menu>
  );
}
