import { settingImports, settingSampleColumns } from '@storeward/contract/settings/csv-columns';
import { ImportPage } from '../imports/import-page.tsx';
import { ImportRunPage } from '../imports/import-run-page.tsx';
import type { ImportSubject } from '../imports/import-subject.ts';
import { hierarchyAddress } from '../nodes/node-address.ts';
import { formatNumber, useT } from '../platform/i18n.ts';
import { fieldLabel, isSetting } from '../platform/setting-labels.ts';
import { useSession } from '../platform/session.ts';
import { bulkAddress, settingImportAddress } from '../settings/bulk-override-labels.tsx';
import { SettingsExportButton } from '../settings/section-export-button.tsx';
import type { Crumb } from '../ui/page-header.tsx';

const invalidates: ImportSubject['invalidates'] = [];

function useImportSubject(): ImportSubject {
  const t = useT();
  return {
    endpoints: settingImports,
    columns: settingSampleColumns,
    invalidates,
    address: settingImportAddress,
    sampleName: 'Settings.csv',
    columnHeading: (column) => {
      const [section = '', field = '', mode] = column.split('.');
      if (!isSetting(section, field)) return column;
      const label = fieldLabel(section, field, t);
      return mode ? `${label} · ${t('settings.mode.title')}` : label;
    },
    texts: {
      title: t('app.title.settingImport'),
      intro: t('settings.import.intro'),
      start: (count) => t('settings.import.start', { count, shown: formatNumber(count) }),
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

/** The screen that imports and exports settings of many nodes. */
export function SettingImports() {
  const t = useT();
  const { rootNodeId } = useSession().user ?? {};
  return (
    <ImportPage
      subject={useImportSubject()}
      crumbs={[...useCrumbs(), { label: t('app.title.settingImport') }]}
      actions={rootNodeId && <SettingsExportButton id={rootNodeId} />}
    />
  );
}

/** The screen of one settings import. */
export function SettingImport({ id }: { id: string }) {
  const t = useT();
  return (
    <ImportRunPage
      id={id}
      subject={useImportSubject()}
      crumbs={[...useCrumbs(), { label: t('app.title.settingImport'), href: settingImportAddress }]}
    />
  );
}
