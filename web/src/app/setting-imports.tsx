import { settingImports, settingSample } from '@storeward/contract/settings/setting-files';
import { ImportPage } from '../imports/import-page.tsx';
import { ImportRunPage } from '../imports/import-run-page.tsx';
import type { ImportSubject } from '../imports/import-subject.ts';
import { hierarchyAddress } from '../nodes/node-address.ts';
import { formatNumber, useT } from '../platform/i18n.ts';
import { fieldLabel, isSetting } from '../platform/setting-names.ts';
import { useSession } from '../platform/session.ts';
import { bulkAddress, settingImportAddress } from '../settings/bulk-words.tsx';
import { SettingsExportButton } from '../settings/section-export-button.tsx';

const touches: ImportSubject['touches'] = [];

function useSubject(): ImportSubject {
  const t = useT();
  return {
    doors: settingImports,
    columns: settingSample,
    touches,
    address: settingImportAddress,
    sampleName: 'Settings.csv',
    columnWord: (column) => {
      const [section = '', field = '', mode] = column.split('.');
      if (!isSetting(section, field)) return column;
      const words = fieldLabel(section, field, t);
      return mode ? `${words} · ${t('settings.mode.title')}` : words;
    },
    words: {
      title: t('app.title.settingImport'),
      intro: t('settings.import.intro'),
      start: (count) => t('settings.import.start', { count, shown: formatNumber(count) }),
    },
  };
}

const useCrumbs = () => {
  const t = useT();
  return [
    { label: t('nodes.title'), href: hierarchyAddress },
    { label: t('app.title.bulkOverride'), href: bulkAddress },
  ];
};

/** Where settings of many places are brought in from a file, and taken out as one. */
export function SettingImports() {
  const t = useT();
  const { rootNodeId } = useSession().user ?? {};
  return (
    <ImportPage
      subject={useSubject()}
      crumbs={[...useCrumbs(), { label: t('app.title.settingImport') }]}
      actions={rootNodeId && <SettingsExportButton id={rootNodeId} />}
    />
  );
}

/** One file of settings. */
export function SettingImport({ id }: { id: string }) {
  const t = useT();
  return (
    <ImportRunPage
      id={id}
      subject={useSubject()}
      crumbs={[...useCrumbs(), { label: t('app.title.settingImport'), href: settingImportAddress }]}
    />
  );
}
