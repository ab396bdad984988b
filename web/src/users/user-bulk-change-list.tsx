import type { ImportRun } from '@storeward/contract/imports';
import { userBulkRuns } from '@storeward/contract/user-bulk';
import { type ComponentProps, useMemo } from 'react';
import { formatDateTime, formatNumber, useT } from '../platform/i18n.ts';
import { ListScreen } from '../records/list-screen.tsx';
import { useRecordList } from '../records/record-list.ts';
import type { ListItem } from '../ui/data-items.tsx';
import type { Column } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/states.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import { bulkChangeLabels, bulkChangeTitle } from './bulk-change-labels.ts';
import { userBulkChangesQuery } from './user-bulk-queries.ts';
import { userBulkChangesPath } from './user-names.ts';

type StateKinds = Readonly<Record<ImportRun['state'], ComponentProps<typeof StatusDot>['kind']>>;

/** Bulk changes in the user's scope, newest first. */
export function UserBulkChangeList({ stateKinds }: { stateKinds: StateKinds }) {
  const t = useT();
  const { list } = useRecordList({
    schema: userBulkRuns.list.query,
    read: ({ page, size }) => userBulkChangesQuery({ page, size }),
    defaultSort: undefined,
  });
  const columns = useMemo(() => columnsFor(t, stateKinds), [t, stateKinds]);
  const item = useMemo(() => itemFor(t, stateKinds), [t, stateKinds]);
  return (
    <ListScreen
      list={list}
      title={t('app.title.userChanges')}
      count={(counts) => t('users.bulkChanges.count', counts)}
      columns={columns}
      href={({ id }) => `${userBulkChangesPath}/${id}`}
      item={item}
      emptyState={<EmptyState title={t('users.bulkChanges.empty')} text={t('users.bulkChanges.emptyText')} />}
    />
  );
}

const stateLabel = ({ state }: ImportRun) =>
  bulkChangeLabels[`imports.state.${state}`] ?? (`imports.state.${state}` as const);

const itemFor =
  (t: ReturnType<typeof useT>, stateKinds: StateKinds) =>
  (run: ImportRun): ListItem => ({
    title: t(bulkChangeTitle(run)),
    detail: `${formatDateTime(run.createdDate)} · ${formatNumber(run.rowCount)}`,
    trailing: <StatusDot kind={stateKinds[run.state]}>{t(stateLabel(run))}</StatusDot>,
  });

function columnsFor(t: ReturnType<typeof useT>, stateKinds: StateKinds): Column<ImportRun>[] {
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
      text: (run) => t(bulkChangeTitle(run)),
      cell: (run) => t(bulkChangeTitle(run)),
    },
    {
      id: 'state',
      header: t('imports.recent.state'),
      width: '16%',
      cell: (run) => <StatusDot kind={stateKinds[run.state]}>{t(stateLabel(run))}</StatusDot>,
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
