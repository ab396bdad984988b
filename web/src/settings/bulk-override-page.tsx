import { Button } from '@mantine/core';
import { type ImportRun, isMoving } from '@storeward/contract/imports';
import { pageQuery } from '@storeward/contract/paging';
import { BulkTask } from '@storeward/contract/settings/bulk-override';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useMemo } from 'react';
import { formatMoment, formatNumber, useT } from '../platform/i18n.ts';
import { sectionLabel } from '../platform/setting-names.ts';
import { usePaginationWords } from '../platform/pagination-words.ts';
import { useUrlQuery } from '../platform/url-query.ts';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Link } from '../ui/link.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Page, PageBody } from '../ui/page.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { Permit } from '../ui/permit.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import { BulkOverrideForm } from './bulk-override-form.tsx';
import classes from './bulk-override-page.module.css';
import { bulkAddress, bulkSays, settingImportAddress } from './bulk-words.tsx';
import { bulkList } from './queries.ts';

/** How each state of a run is marked. */
type StateKinds = Readonly<Record<ImportRun['state'], ComponentProps<typeof StatusDot>['kind']>>;
type Props = { crumbs: { label: string; href?: string }[]; stateKinds: StateKinds };

/** Where settings of many places are changed at once, by whoever may, and what became of it before. */
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
              {t('settings.import.way')}
            </Button>
          </Permit>
        }
      />
      <PageBody>
        <Permit any={['BULK_OVERRIDE']}>
          <BulkOverrideForm />
        </Permit>
        <Past stateKinds={stateKinds} />
      </PageBody>
    </Page>
  );
}

const PastQuery = pageQuery(['createdDate']);

/** The bulk overrides before, newest first. */
function Past({ stateKinds }: Pick<Props, 'stateKinds'>) {
  const t = useT();
  const inWords = usePaginationWords();
  const [{ page = 0, size = 10 }, setQuery] = useUrlQuery(PastQuery);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...bulkList({ page, size }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.result.some((run) => isMoving(run.state)) ? 3_000 : false),
    meta: drawnHere,
  });
  const columns = useMemo(() => columnsFor(t, stateKinds), [t, stateKinds]);
  return (
    <section className={classes.past} aria-label={t('settings.bulk.past.title')}>
      <h2>{t('settings.bulk.past.title')}</h2>
      {error ? (
        <LoadFailure title={t('settings.bulk.past.failed')} fault={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={t('settings.bulk.past.title')}
          rows={data?.result}
          rowId={({ id }) => id}
          columns={columns}
          href={({ id }) => `${bulkAddress}/${id}`}
          item={(run) => ({
            title: run.fileName,
            detail: `${formatMoment(run.createdDate)} · ${t(stateWord(run))}`,
          })}
          busy={isPlaceholderData}
          skeletonRows={3}
          placeholder={<p className={classes.none}>{t('settings.bulk.past.none')}</p>}
        />
      )}
      {data && !error && (
        <Pagination
          page={page}
          size={size}
          total={data.total}
          usualSize={10}
          {...inWords}
          onPage={(wanted) => setQuery({ page: wanted || undefined })}
          onSize={(wanted) => setQuery({ page: undefined, size: wanted })}
        />
      )}
    </section>
  );
}

const stateWord = ({ state }: ImportRun) => bulkSays[`imports.state.${state}`] ?? (`imports.state.${state}` as const);

function columnsFor(t: ReturnType<typeof useT>, stateKinds: StateKinds): Column<ImportRun>[] {
  const figure = (id: 'updated' | 'wrong'): Column<ImportRun> => ({
    id,
    header: t(id === 'updated' ? 'imports.past.updated' : 'settings.bulk.rows.wrong'),
    width: '10%',
    align: 'end',
    drop: 1,
    cell: (run) => formatNumber(run[id]),
  });
  const what = ({ task }: ImportRun) => {
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
    { id: 'what', header: t('settings.bulk.action.title'), width: '24%', drop: 2, text: what, cell: what },
    {
      id: 'state',
      header: t('imports.past.state'),
      width: '14%',
      cell: (run) => <StatusDot kind={stateKinds[run.state]}>{t(stateWord(run))}</StatusDot>,
    },
    figure('updated'),
    figure('wrong'),
    {
      id: 'who',
      header: t('imports.past.who'),
      width: '14%',
      drop: 2,
      muted: true,
      text: ({ startedBy }) => startedBy ?? '',
      cell: ({ startedBy }) => startedBy,
    },
    {
      id: 'when',
      header: t('imports.past.when'),
      width: '16%',
      muted: true,
      cell: ({ createdDate }) => formatMoment(createdDate),
    },
  ];
}
