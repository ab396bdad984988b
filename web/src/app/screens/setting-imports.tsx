import { Button } from '@mantine/core';
import { settingImports, settingSampleColumns } from '@storeward/contract/settings/endpoints/csv-columns';
import { rowWiseList } from '@storeward/contract/settings/engine/section';
import { listCell, listColumns, listImports } from '@storeward/contract/settings/lists/list-columns';
import { sectionOf } from '@storeward/contract/settings/sections';
import { ImportPage } from '../../imports/import-page.tsx';
import { ImportRunPage } from '../../imports/import-run-page.tsx';
import type { ImportSubject } from '../../imports/import-subject.ts';
import { hierarchyAddress } from '../../nodes/node-address.ts';
import { formatNumber, useT } from '../../platform/text/i18n.ts';
import type { PhraseKey } from '../../platform/text/phrase-keys.ts';
import { fieldLabel, isSetting } from '../../platform/text/setting-labels.ts';
import { useScreenNode } from '../../platform/screen-node.ts';
import { bulkAddress, listImportAddress, settingImportAddress } from '../../settings/bulk/bulk-override-labels.tsx';
import { SettingsExportMenu } from '../../settings/section/section-export-menu.tsx';
import { rowWiseLists } from '../../settings/section/section-labels.ts';
import { Link } from '../../ui/page/link.tsx';
import type { Crumb } from '../../ui/page/page-header.tsx';

const invalidates: ImportSubject['invalidates'] = [];

function useSettingSubject(): ImportSubject {
  const t = useT();
  const lists = useListSubject();
  return {
    endpoints: settingImports,
    columns: settingSampleColumns,
    invalidates,
    address: settingImportAddress,
    sampleName: 'Settings',
    columnHeading: (column) => {
      const [section = '', field = '', mode] = column.split('.');
      if (!isSetting(section, field)) return column;
      const label = fieldLabel(section, field, t);
      return mode ? `${label} · ${t('settings.mode.title')}` : label;
    },
    ...(rowWiseLists().length > 0 && { alternative: lists }),
    texts: {
      title: t('app.title.settingImport'),
      intro: t('settings.import.intro'),
      start: (count) => t('settings.import.start', { count, shown: formatNumber(count) }),
    },
  };
}

/** The columns of all lists, with the name of a list in the sample file. */
function sampleColumns(): ImportSubject['columns'] {
  const [list] = rowWiseLists();
  return listColumns.map((column) =>
    column.name === 'list' && list ? { ...column, sample: listCell(list.section, list.field) } : column,
  );
}

function useListSubject(): ImportSubject {
  const t = useT();
  return {
    endpoints: listImports,
    columns: sampleColumns(),
    invalidates,
    address: listImportAddress,
    sampleName: 'Lists',
    columnHeading: (column) => {
      const [section = '', field = '', part] = column.split('.');
      const isPart = isSetting(section, field) && rowWiseList(sectionOf(section as never), field);
      return isPart && part ? `${fieldLabel(section, field, t)} · ${t(`settings.${column}` as PhraseKey)}` : column;
    },
    texts: {
      title: t('app.title.listImport'),
      intro: t('settings.listImport.intro'),
      start: (count) => t('settings.listImport.start', { count, shown: formatNumber(count) }),
    },
  };
}

const useCrumbs = (): Crumb[] => {
  const t = useT();
  return [
    { label: t('nodes.title'), href: hierarchyAddress },
    { label: t('app.title.bulkOverride'), href: bulkAddress },
  ];
};

/** The screen that imports and exports settings of many nodes; it also accepts files of lists. */
export function SettingImports() {
  const t = useT();
  const node = useScreenNode();
  return (
    <ImportPage
      subject={useSettingSubject()}
      crumbs={[...useCrumbs(), { label: t('app.title.settingImport') }]}
      actions={
        <>
          {rowWiseLists().length > 0 && (
            <Button component={Link} href={listImportAddress} variant="default">
              {t('app.title.listImport')}
            </Button>
          )}
          {node && <SettingsExportMenu id={node} />}
        </>
      }
    />
  );
}

/** The screen of one settings import. */
export function SettingImport({ id }: { id: string }) {
  const t = useT();
  return (
    <ImportRunPage
      id={id}
      subject={useSettingSubject()}
      crumbs={[...useCrumbs(), { label: t('app.title.settingImport'), href: settingImportAddress }]}
    />
  );
}

/** The screen that imports rows of lists, one operation per line. */
export function ListImports() {
  const t = useT();
  const node = useScreenNode();
  return (
    <ImportPage
      subject={useListSubject()}
      crumbs={[...useCrumbs(), { label: t('app.title.listImport') }]}
      actions={node && <SettingsExportMenu id={node} />}
    />
  );
}

/** The screen of one import of lists. */
export function ListImport({ id }: { id: string }) {
  const t = useT();
  return (
    <ImportRunPage
      id={id}
      subject={useListSubject()}
      crumbs={[...useCrumbs(), { label: t('app.title.listImport'), href: listImportAddress }]}
    />
  );
}
