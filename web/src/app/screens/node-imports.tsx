import { Box } from '@mantine/core';
import type { ImportRun } from '@storeward/contract/imports';
import { type NodeColumn, nodeColumns, nodeImportColumns, nodeImports } from '@storeward/contract/nodes/node-import';
import { nodes } from '@storeward/contract/nodes';
import { ImportPage } from '../../imports/import-page.tsx';
import { isPlan } from '../../imports/import-labels.ts';
import { ImportRunPage } from '../../imports/import-run-page.tsx';
import type { ImportSubject } from '../../imports/import-subject.ts';
import { hierarchyAddress, importAddress } from '../../nodes/node-address.ts';
import { constantText, NodeConstantInput } from './node-constant-input.tsx';
import { NodeExportMenu } from '../../nodes/node-export-menu.tsx';
import { shiftedPlansText } from '../../nodes/shifted-plans.ts';
import { Notice } from '../../ui/page/notice.tsx';
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
    constantText,
    invalidates,
    address: importAddress,
    sampleName: 'Structure',
    summary: (run) => <ShiftedPlans run={run} />,
    columnLabel: (column) => t(columnLabels[column as NodeColumn]),
    texts: {
      title: t('app.title.nodeImport'),
      intro: t('nodes.import.intro'),
      start: (count) => t('nodes.import.start', { count, shown: formatNumber(count) }),
    },
  };
}

/** Before an import: how many planned changes of settings start at another local time because of it. */
function ShiftedPlans({ run }: { run: ImportRun }) {
  const t = useT();
  const { shiftedPlans = 0 } = run;
  if (!isPlan(run) || shiftedPlans <= 0) return null;
  return (
    <Box mx="var(--page-pad)" mt="sm">
      <Notice tone="warn" icon="clock" role="status">
        {shiftedPlansText(shiftedPlans, t)}
      </Notice>
    </Box>
  );
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
