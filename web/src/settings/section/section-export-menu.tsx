import type { NodeId } from '@storeward/contract/nodes';
import { nodeSettings } from '@storeward/contract/settings/endpoints/node-settings';
import type { SectionName } from '@storeward/contract/settings/sections';
import { type t as translate, useT } from '../../platform/text/i18n.ts';
import { fieldLabel, sectionLabel } from '../../platform/text/setting-labels.ts';
import { downloadTable } from '../../platform/workbook/received-file.ts';
import { type ExportedTable, ExportTablesMenu } from '../../records/export-menu.tsx';
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

/** Returns a function that makes a file of a node and its descendants exportable: set values only, or every node. */
function useSectionExport(id: NodeId) {
  const t = useT();
  return ({ section, list }: SectionFile, includeAllNodes: boolean): ExportedTable =>
    async (format) => {
      const query = { ...(includeAllNodes && { every: 'true' }), ...(list && { list }) };
      const name = ['Settings', section, ...(list ? [list] : [])].join('-');
      const { count, ...file } = await downloadTable(
        nodeSettings.export,
        { params: { id, section }, query },
        { format, name },
      );
      return { ...file, successText: t(list ? 'settings.export.linesDone' : 'settings.export.done', { count }) };
    };
}

/** Exports one section of a node and its descendants as files that can be imported again. */
export function SectionExportMenu({ id, section }: { id: NodeId; section: SectionName }) {
  const t = useT();
  const exportOf = useSectionExport(id);
  const tables = filesOf(section).map((file) => ({
    label: file.list ? fieldLabel(section, file.list, t) : sectionLabel(section, t),
    generate: exportOf(file, false),
  }));
  return <ExportTablesMenu label={t('settings.export.download')} size="xs" tables={tables} />;
}

/** Exports a chosen section or list, a section with or without nodes that have no own values. */
export function SettingsExportMenu({ id }: { id: NodeId }) {
  const t = useT();
  const exportOf = useSectionExport(id);
  const files = listableSections().flatMap(filesOf);
  const tables = [false, true].flatMap((includeAllNodes) =>
    files
      .filter(({ list }) => !list || !includeAllNodes)
      .map((file) => ({
        group: t(includeAllNodes ? 'settings.export.allNodes' : 'settings.export.setValues'),
        label: fileLabel(file, t),
        generate: exportOf(file, includeAllNodes),
      })),
  );
  return <ExportTablesMenu label={t('settings.export.download')} tables={tables} />;
}
