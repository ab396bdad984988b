import { Box, Text, Title } from '@mantine/core';
import { type ImportRun, isInProgress } from '@storeward/contract/imports';
import { type Page, pageQuery } from '@storeward/contract/paging';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../platform/text/i18n.ts';
import { usePaginationLabels } from '../platform/text/pagination-labels.ts';
import { useUrlQuery } from '../platform/api/url-query.ts';
import { type Column, DataTable } from '../ui/list/data-table.tsx';
import type { ScreenAddress } from '../ui/page/link.tsx';
import { Pagination } from '../ui/list/pagination.tsx';
import { LoadError, errorShownByScreen } from './load-error.tsx';

type RunPage = Page<ImportRun>;

type Props = {
  readonly texts: { readonly title: string; readonly failed: string; readonly empty: string };
  readonly query: (page: { page: number; size: number }) => {
    readonly queryKey: QueryKey;
    readonly queryFn: (context: { signal: AbortSignal }) => Promise<RunPage>;
  };
  readonly columns: Column<ImportRun>[];
  readonly href: (run: ImportRun) => ScreenAddress;
  /** The name and state of a run, for lists without columns. */
  readonly nameOf: (run: ImportRun) => string;
  readonly stateOf: (run: ImportRun) => string;
};

const Query = pageQuery(['createdDate']);

/** Earlier runs of imports or bulk changes, newest first; refreshed while one is in progress. */
export function RunList({ texts, query, columns, href, nameOf, stateOf }: Props) {
  const paginationLabels = usePaginationLabels();
  const [{ page = 0, size = 10 }, setQuery] = useUrlQuery(Query);
  const { data, error, refetch, isPlaceholderData } = useQuery<RunPage>({
    ...query({ page, size }),
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) => (state.data?.result.some((run) => isInProgress(run.state)) ? 3_000 : false),
    meta: errorShownByScreen,
  });
  return (
    <Box component="section" pt="xs" aria-label={texts.title}>
      <Title order={2} px="var(--page-pad)" pb="sm">
        {texts.title}
      </Title>
      {error ? (
        <LoadError title={texts.failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={texts.title}
          rows={data?.result}
          rowId={({ id }) => id}
          columns={columns}
          href={href}
          item={(run) => ({ title: nameOf(run), detail: `${formatDateTime(run.createdDate)} · ${stateOf(run)}` })}
          busy={isPlaceholderData}
          skeletonRows={3}
          placeholder={
            <Text c="dimmed" px="var(--page-pad)" pb="xl">
              {texts.empty}
            </Text>
          }
        />
      )}
      {data && !error && (
        <Pagination
          page={page}
          size={size}
          total={data.total}
          {...paginationLabels}
          onPage={(value) => setQuery({ page: value || undefined })}
          onSize={(value) => setQuery({ page: undefined, size: value })}
        />
      )}
    </Box>
  );
}
