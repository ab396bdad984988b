import { Box, Button, Text, Title } from '@mantine/core';
import { type ImportRun, isInProgress } from '@storeward/contract/imports';
import { pageQuery } from '@storeward/contract/paging';
import { BulkTask } from '@storeward/contract/settings/bulk-override';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useMemo } from 'react';
import { formatDateTime, formatNumber, useT } from '../platform/i18n.ts';
import { sectionLabel } from '../platform/setting-labels.ts';
import { usePaginationLabels } from '../platform/pagination-labels.ts';
import { useUrlQuery } from '../platform/url-query.ts';
import { LoadError, errorShownByScreen } from '../records/load-error.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Link } from '../ui/link.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Page, PageBody } from '../ui/page.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { Permit } from '../ui/permit.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import { BulkOverrideForm } from './bulk-override-form.tsx';
import { bulkAddress, bulkLabelKeys, settingImportAddress } from './bulk-override-labels.tsx';
import { bulkOverrideListQuery } from './queries.ts';
import type { Crumb } from '../ui/page-header.tsx';

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

const RecentQuery = pageQuery(['createdDate']);

function RecentOverrides({ stateKinds }: Pick<Props, 'stateKinds'>) {
  const t = useT();
  const paginationLabels = usePaginationLabels();
  const [{ page = 0, size = 10 }, setQuery] = useUrlQuery(RecentQuery);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...bulkOverrideListQuery({ page, size }),
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) => (state.data?.result.some((run) => isInProgress(run.state)) ? 3_000 : false),
    meta: errorShownByScreen,
  });
  const columns = useMemo(() => columnsFor(t, stateKinds), [t, stateKinds]);
  return (
    <Box component="section" pt="xs" aria-label={t('settings.bulk.recent.title')}>
      <Title order={2} px="var(--page-pad)" pt="md" pb="sm">
        {t('settings.bulk.recent.title')}
      </Title>
      {error ? (
        <LoadError title={t('settings.bulk.recent.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={t('settings.bulk.recent.title')}
          rows={data?.result}
          rowId={({ id }) => id}
          columns={columns}
          href={({ id }) => `${bulkAddress}/${id}`}
          item={(run) => ({
            title: run.fileName,
            detail: `${formatDateTime(run.createdDate)} · ${t(stateLabelKey(run))}`,
          })}
          busy={isPlaceholderData}
          skeletonRows={3}
          placeholder={
            <Text c="dimmed" px="var(--page-pad)" pb="xl">
              {t('settings.bulk.recent.empty')}
            </Text>
          }
        />
      )}
      {data && !error && (
        <Pagination
          page={page}
          size={size}
          total={data.total}
          defaultSize={10}
          {...paginationLabels}
          onPage={(value) => setQuery({ page: value || undefined })}
          onSize={(value) => setQuery({ page: undefined, size: value })}
        />
      )}
    </Box>
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
