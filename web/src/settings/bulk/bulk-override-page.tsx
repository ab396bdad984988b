import { Button } from '@mantine/core';
import type { ImportRun } from '@storeward/contract/imports';
import { BulkTask } from '@storeward/contract/settings/endpoints/bulk-override';
import { type ComponentProps, useMemo } from 'react';
import { formatDateTime, formatNumber, useT } from '../../platform/text/i18n.ts';
import { sectionLabel } from '../../platform/text/setting-labels.ts';
import { RunList } from '../../records/run-list.tsx';
import type { Column } from '../../ui/list/data-table.tsx';
import { Link } from '../../ui/page/link.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Page, PageBody } from '../../ui/page/page.tsx';
import { Permit } from '../../ui/page/permit.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { BulkOverrideForm } from './bulk-override-form.tsx';
import { bulkAddress, bulkLabelKeys, settingImportAddress } from './bulk-override-labels.tsx';
import { bulkOverrideListQuery } from '../queries.ts';
import type { Crumb } from '../../ui/page/page-header.tsx';

/** Status dot of each run state. */
type StateKinds = Readonly<Record<ImportRun['state'], ComponentProps<typeof StatusDot>['kind']>>;
type Props = { crumbs: Crumb[]; stateKinds: StateKinds };

/** Bulk override of settings, with the list of earlier runs. */
export function BulkOverridePage({ crumbs, stateKinds }: Props) {
  const t = useT();
  return (
    <Page>
      <PageHeader
        title={t('app.title.bulkOverride')}
        crumbs={crumbs}
        crumbsLabel={t('imports.crumbs')}
        description={t('settings.bulk.intro')}
        actions={
          <Permit any={['BULK_OVERRIDE']}>
            <Button component={Link} href={settingImportAddress} variant="default">
              {t('settings.import.link')}
            </Button>
          </Permit>
        }
      />
      <PageBody>
        <Permit any={['BULK_OVERRIDE']}>
          <BulkOverrideForm />
        </Permit>
        <RecentOverrides stateKinds={stateKinds} />
      </PageBody>
    </Page>
  );
}

function RecentOverrides({ stateKinds }: Pick<Props, 'stateKinds'>) {
  const t = useT();
  const columns = useMemo(() => columnsFor(t, stateKinds), [t, stateKinds]);
  return (
    <RunList
      texts={{
        title: t('settings.bulk.recent.title'),
        failed: t('settings.bulk.recent.failed'),
        empty: t('settings.bulk.recent.empty'),
      }}
      query={bulkOverrideListQuery}
      columns={columns}
      href={({ id }) => `${bulkAddress}/${id}`}
      nameOf={({ fileName }) => fileName}
      stateOf={(run) => t(stateLabelKey(run))}
    />
  );
}

const stateLabelKey = ({ state }: ImportRun) =>
  bulkLabelKeys[`imports.state.${state}`] ?? (`imports.state.${state}` as const);

function columnsFor(t: ReturnType<typeof useT>, stateKinds: StateKinds): Column<ImportRun>[] {
  const countColumn = (id: 'updated' | 'wrong'): Column<ImportRun> => ({
    id,
    header: t(id === 'updated' ? 'imports.recent.updated' : 'settings.bulk.rows.wrong'),
    width: '10%',
    align: 'end',
    hidePriority: 1,
    cell: (run) => formatNumber(run[id]),
  });
  const taskSummary = ({ task }: ImportRun) => {
    const parsed = BulkTask.safeParse(task);
    if (!parsed.success) return '';
    const { action, sections } = parsed.data;
    return `${t(`settings.bulk.action.${action}`)} · ${sections.map((name) => sectionLabel(name, t)).join(', ')}`;
  };
  return [
    {
      id: 'source',
      header: t('settings.bulk.source.title'),
      text: ({ fileName }) => fileName,
      cell: ({ fileName }) => fileName,
    },
    {
      id: 'what',
      header: t('settings.bulk.action.title'),
      width: '24%',
      hidePriority: 2,
      text: taskSummary,
      cell: taskSummary,
    },
    {
      id: 'state',
      header: t('imports.recent.state'),
      width: '14%',
      cell: (run) => <StatusDot kind={stateKinds[run.state]}>{t(stateLabelKey(run))}</StatusDot>,
    },
    countColumn('updated'),
    countColumn('wrong'),
    {
      id: 'who',
      header: t('imports.recent.startedBy'),
      width: '14%',
      hidePriority: 2,
      muted: true,
      text: ({ startedBy }) => startedBy ?? '',
      cell: ({ startedBy }) => startedBy,
    },
    {
      id: 'when',
      header: t('imports.recent.when'),
      width: '16%',
      muted: true,
      cell: ({ createdDate }) => formatDateTime(createdDate),
    },
  ];
}
