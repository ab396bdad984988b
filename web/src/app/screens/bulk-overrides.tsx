import { nodes } from '@storeward/contract/nodes';
import { bulkRuns } from '@storeward/contract/settings/endpoints/bulk-override';
import { ImportRunPage } from '../../imports/import-run-page.tsx';
import type { ImportSubject } from '../../imports/import-subject.ts';
import { stateKinds } from '../../imports/import-labels.ts';
import { hierarchyAddress } from '../../nodes/node-address.ts';
import { queryKeyOf } from '../../platform/api/api.ts';
import { useT } from '../../platform/text/i18n.ts';
import { BulkOverrideSummary, bulkAddress, bulkLabelKeys } from '../../settings/bulk/bulk-override-labels.tsx';
import { BulkOverridePage } from '../../settings/bulk/bulk-override-page.tsx';
import type { Crumb } from '../../ui/page/page-header.tsx';

function useImportSubject(): ImportSubject {
  const t = useT();
  return {
    endpoints: bulkRuns,
    columns: [],
    invalidates: [queryKeyOf(nodes.choices)],
    address: bulkAddress,
    sampleName: '',
    labelKeys: bulkLabelKeys,
    summary: ({ task }) => <BulkOverrideSummary task={task} />,
    columnHeading: (column) => t(column === 'code' ? 'settings.bulk.column.code' : 'settings.bulk.column.name'),
    texts: { title: t('app.title.bulkOverride'), intro: '', start: () => t('imports.step.resume') },
  };
}

/** The screen that starts bulk overrides and lists earlier ones. */
export function BulkOverrides() {
  const t = useT();
  const crumbs: Crumb[] = [{ label: t('nodes.title'), href: hierarchyAddress }, { label: t('app.title.bulkOverride') }];
  return <BulkOverridePage crumbs={crumbs} stateKinds={stateKinds} />;
}

/** The screen of one bulk override: its progress, its result per node and the undo. */
export function BulkOverride({ id }: { id: string }) {
  const t = useT();
  return (
    <ImportRunPage
      id={id}
      subject={useImportSubject()}
      crumbs={[
        { label: t('nodes.title'), href: hierarchyAddress },
        { label: t('app.title.bulkOverride'), href: bulkAddress },
      ]}
    />
  );
}
