import type { ImportEndpoints, ImportRun } from '@storeward/contract/imports';
import { useMemo } from 'react';
import { stateKinds } from '../../imports/import-labels.ts';
import { endpointQuery } from '../../platform/api/api.ts';
import { formatDateTime, formatNumber, useT } from '../../platform/text/i18n.ts';
import type { PhraseKey } from '../../platform/text/phrase-keys.ts';
import { ListScreen } from '../../records/list-screen.tsx';
import { useRecordList } from '../../records/record-list.ts';
import type { ListItem } from '../../ui/list/data-items.tsx';
import type { Column } from '../../ui/list/data-table.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';

type Props = {
  endpoints: ImportEndpoints;
  /** The address of the list; that of a change is below it. */
  address: '/users/changes' | '/products/changes';
  title: string;
  titleOf: (run: ImportRun) => string;
  /** Phrases that replace those of the states. */
  labelKeys: Partial<Record<PhraseKey, PhraseKey>>;
  empty: { title: string; text: string };
};

/** Changes of many records in the user's scope, newest first. */
export function BulkChangeList({ endpoints, address, title, titleOf, labelKeys, empty }: Props) {
  const t = useT();
  const { list } = useRecordList({
    schema: endpoints.list.query,
    read: ({ page, size }) => endpointQuery(endpoints.list, { query: { page, size } }),
    defaultSort: undefined,
  });
  const stateOf = useMemo(
    () => (run: ImportRun) => (
      <StatusDot kind={stateKinds[run.state]}>
        {t(labelKeys[`imports.state.${run.state}`] ?? (`imports.state.${run.state}` as const))}
      </StatusDot>
    ),
    [t, labelKeys],
  );
  const item = (run: ImportRun): ListItem => ({
    title: titleOf(run),
    detail: `${formatDateTime(run.createdDate)} · ${formatNumber(run.rowCount)}`,
    trailing: stateOf(run),
  });
  return (
    <ListScreen
      list={list}
      title={title}
      count={(counts) => t('users.bulkChanges.count', counts)}
      columns={columnsFor(t, titleOf, stateOf)}
      href={({ id }) => `${address}/${id}`}
      item={item}
      emptyState={<EmptyState title={empty.title} text={empty.text} />}
    />
  );
}

function columnsFor(
  t: ReturnType<typeof useT>,
  titleOf: Props['titleOf'],
  stateOf: (run: ImportRun) => React.ReactNode,
): Column<ImportRun>[] {
  const countColumn = (id: 'updated' | 'wrong', header: string): Column<ImportRun> => ({
    id,
    header,
    width: '12%',
    align: 'end',
    hidePriority: 1,
    cell: (run) => formatNumber(run[id]),
  });
  return [
    {
      id: 'what',
      header: t('users.bulkChanges.action.header'),
      text: titleOf,
      cell: titleOf,
    },
    {
      id: 'state',
      header: t('imports.recent.state'),
      width: '16%',
      cell: stateOf,
    },
    countColumn('updated', t('imports.recent.updated')),
    countColumn('wrong', t('settings.bulk.rows.wrong')),
    {
      id: 'startedBy',
      header: t('imports.recent.startedBy'),
      width: '18%',
      hidePriority: 2,
      text: ({ startedBy }) => startedBy ?? '',
      cell: ({ startedBy }) => startedBy ?? '',
    },
    {
      id: 'createdDate',
      header: t('imports.recent.when'),
      width: '18%',
      muted: true,
      cell: ({ createdDate }) => formatDateTime(createdDate),
    },
  ];
}
