import { nodes } from '@storeward/contract/nodes';
import { bulkRuns } from '@storeward/contract/settings/bulk-override';
import { ImportRunPage } from '../imports/import-run-page.tsx';
import type { ImportSubject } from '../imports/import-subject.ts';
import { stateKinds } from '../imports/import-words.ts';
import { hierarchyAddress } from '../nodes/node-address.ts';
import { keyOf } from '../platform/api.ts';
import { useT } from '../platform/i18n.ts';
import { BulkAbout, bulkAddress, bulkSays } from '../settings/bulk-words.tsx';
import { BulkOverridePage } from '../settings/bulk-override-page.tsx';

function useSubject(): ImportSubject {
  const t = useT();
  return {
    doors: bulkRuns,
    columns: [],
    touches: [keyOf(nodes.choices)],
    address: bulkAddress,
    sampleName: '',
    says: bulkSays,
    about: ({ task }) => <BulkAbout task={task} />,
    columnWord: (column) => t(column === 'code' ? 'settings.bulk.column.code' : 'settings.bulk.column.name'),
    words: { title: t('app.title.bulkOverride'), intro: '', start: () => t('imports.step.goOn') },
  };
}

/** Where settings of many places are changed at once, and what became of it before. */
export function BulkOverrides() {
  const t = useT();
  const crumbs = [{ label: t('nodes.title'), href: hierarchyAddress }, { label: t('app.title.bulkOverride') }];
  return <BulkOverridePage crumbs={crumbs} stateKinds={stateKinds} />;
}

/** One bulk override: how far it is, what became of each place, and the way back. */
export function BulkOverride({ id }: { id: string }) {
  const t = useT();
  return (
    <ImportRunPage
      id={id}
      subject={useSubject()}
      crumbs={[
        { label: t('nodes.title'), href: hierarchyAddress },
        { label: t('app.title.bulkOverride'), href: bulkAddress },
      ]}
    />
  );
}
