import { type NodeColumn, nodeColumns, nodeImportColumns, nodeImports } from '@storeward/contract/nodes/node-import';
import { nodes } from '@storeward/contract/nodes';
import { ImportPage } from '../../imports/import-page.tsx';
import { ImportRunPage } from '../../imports/import-run-page.tsx';
import type { ImportSubject } from '../../imports/import-subject.ts';
import { hierarchyAddress, importAddress } from '../../nodes/node-address.ts';
import { NodeConstantInput } from './node-constant-input.tsx';
import { NodeExportMenu } from '../../nodes/node-export-menu.tsx';
import { queryKeyOf } from '../../platform/api/api.ts';
import { formatNumber, useT } from '../../platform/text/i18n.ts';
import type { PhraseKey } from '../../platform/text/phrase-keys.ts';

const invalidates = [queryKeyOf(nodes.choices)];

/** Column labels, the same as on the node form. */
const columnLabels = {
  type: 'nodes.import.type',
  code: 'nodes.field.code',
  name: 'nodes.field.name',
  parentCode: 'nodes.import.parentCode',
  region: 'nodes.field.region',
  street: 'nodes.field.street',
  city: 'nodes.field.city',
  state: 'nodes.field.state',
  postCode: 'nodes.field.postCode',
  country: 'nodes.field.country',
  timeZone: 'nodes.field.timeZone',
  latitude: 'nodes.field.latitude',
  longitude: 'nodes.field.longitude',
  phoneNumber: 'nodes.field.phoneNumber',
  emailId: 'nodes.field.emailId',
  status: 'nodes.import.status',
  company: 'ui.level.COMPANY',
  tradingRegion: 'ui.level.TRADING_REGION',
  storeGroup: 'ui.level.STORE_GROUP',
  subStoreGroup: 'ui.level.SUB_STORE_GROUP',
} as const satisfies Record<NodeColumn, PhraseKey>;

function useImportSubject(): ImportSubject {
  const t = useT();
  return {
    endpoints: nodeImports,
    columns: nodeImportColumns,
    sampleColumns: nodeColumns,
    constantInput: (column, props) => <NodeConstantInput column={column} {...props} />,
    invalidates,
    address: importAddress,
    sampleName: 'Structure',
    columnLabel: (column) => t(columnLabels[column as NodeColumn]),
    texts: {
      title: t('app.title.nodeImport'),
      intro: t('nodes.import.intro'),
      start: (count) => t('nodes.import.start', { count, shown: formatNumber(count) }),
    },
  };
}

/** The screen that imports and exports nodes. */
export function NodeImports() {
  const t = useT();
  return (
    <ImportPage
      subject={useImportSubject()}
      crumbs={[{ label: t('nodes.title'), href: hierarchyAddress }, { label: t('app.title.nodeImport') }]}
      actions={<NodeExportMenu />}
    />
  );
}

/** The screen of one node import. */
export function NodeImport({ id }: { id: string }) {
  const t = useT();
  return (
    <ImportRunPage
      id={id}
      subject={useImportSubject()}
      crumbs={[
        { label: t('nodes.title'), href: hierarchyAddress },
        { label: t('app.title.nodeImport'), href: importAddress },
      ]}
    />
  );
}
