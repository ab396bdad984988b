import { nodeColumns, nodeImports } from '@storeward/contract/node-import';
import { nodes } from '@storeward/contract/nodes';
import { ImportPage } from '../imports/import-page.tsx';
import { ImportRunPage } from '../imports/import-run-page.tsx';
import type { ImportSubject } from '../imports/import-subject.ts';
import { hierarchyAddress, importAddress } from '../nodes/node-address.ts';
import { NodeExportButton } from '../nodes/node-export-button.tsx';
import { keyOf } from '../platform/api.ts';
import { formatNumber, useT } from '../platform/i18n.ts';

const touches = [keyOf(nodes.choices)];

function useSubject(): ImportSubject {
  const t = useT();
  return {
    doors: nodeImports,
    columns: nodeColumns,
    touches,
    address: importAddress,
    sampleName: 'Structure.csv',
    words: {
      title: t('app.title.nodeImport'),
      intro: t('nodes.import.intro'),
      start: (count) => t('nodes.import.start', { count, shown: formatNumber(count) }),
    },
  };
}

/** Where places are brought in from a file, and taken out as one. */
export function NodeImports() {
  const t = useT();
  return (
    <ImportPage
      subject={useSubject()}
      crumbs={[{ label: t('nodes.title'), href: hierarchyAddress }, { label: t('app.title.nodeImport') }]}
      actions={<NodeExportButton />}
    />
  );
}

/** One file of places. */
export function NodeImport({ id }: { id: string }) {
  const t = useT();
  return (
    <ImportRunPage
      id={id}
      subject={useSubject()}
      crumbs={[
        { label: t('nodes.title'), href: hierarchyAddress },
        { label: t('app.title.nodeImport'), href: importAddress },
      ]}
    />
  );
}
