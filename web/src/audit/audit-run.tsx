import { Button, Group, Text } from '@mantine/core';
import type { AuditEntry } from '@storeward/contract/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorMessage, useT } from '../platform/text/i18n.ts';
import { ApiError } from '../platform/api/api.ts';
import { Link } from '../ui/page/link.tsx';
import type { Filters } from './audit-filters.tsx';
import { runEntriesQuery } from './queries.ts';

export type RunFilter = Filters & { orgId: string | undefined };

/**
 * The entries of a run that match the filter, one page at a time, and what is shown after them: a button for more, an
 * error, or a link to the run alone.
 */
export function useRunEntries(
  { run }: AuditEntry,
  { search: _, ...filter }: RunFilter,
): { entries: readonly AuditEntry[]; footer: ReactNode } {
  const t = useT();
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...runEntriesQuery({ ...filter, run: run!.id, size: 10 }),
    meta: { quiet: true },
  });
  const entries = data?.pages.flatMap(({ result }) => result) ?? [];
  const footer = (
    <Group gap="sm">
      {error ? (
        <>
          <Text span size="label">
            {errorMessage(error instanceof ApiError ? error.code : 'unknown')}
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
            {t('ui.state.retry')}
          </Button>
        </>
      ) : (
        (hasNextPage || isFetching) && (
          <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void fetchNextPage()}>
            {t('audit.run.more')}
          </Button>
        )
      )}
      <Link href={`/audit-trail?run=${run!.id}`}>{t('audit.run.alone')}</Link>
    </Group>
  );
  return { entries, footer };
}
