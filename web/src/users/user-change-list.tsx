import type { ImportRun } from '@storeward/contract/imports';
import { userBulkRuns } from '@storeward/contract/user-bulk';
import { type ComponentProps, useMemo } from 'react';
import { formatMoment, formatNumber, useT } from '../platform/i18n.ts';
import { ListScreen } from '../screens/list-screen.tsx';
import { useRecordList } from '../screens/record-list.ts';
import type { Item } from '../ui/data-items.tsx';
import type { Column } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/states.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import { changeSays, changeTitle } from './user-change-words.ts';
import { userChangeList } from './user-bulk-queries.ts';
import { changesAddress } from './user-names.ts';

/** How each state of a run is marked. */
type StateKinds = Readonly<Record<ImportRun['state'], ComponentProps<typeof StatusDot>['kind']>>;

/** The changes of many users in the reader's own area, newest first. */
export function UserChangeList({ stateKinds }: { stateKinds: StateKinds }) {
  const t = useT();
  const { list } = useRecordList({
    schema: userBulkRuns.list.query,
    read: ({ page, size }) => userChangeList({ page, size }),
    usualSort: undefined,
  });
  const columns = useMemo(() => columnsFor(t, stateKinds), [t, stateKinds]);
  const item = useMemo(() => itemFor(t, stateKinds), [t, stateKinds]);
  return (
    <ListScreen
      list={list}
      title={t('app.title.userChanges')}
      count={(figures) => t('users.changes.count', figures)}
      columns={columns}
      href={({ id }) => `${changesAddress}/${id}`}
      item={item}
      nothing={<EmptyState title={t('users.changes.none')} text={t('users.changes.noneText')} />}
    />
  );
}

const stateWord = ({ state }: ImportRun) => changeSays[`imports.state.${state}`] ?? (`imports.state.${state}` as const);

const itemFor =
  (t: ReturnType<typeof useT>, stateKinds: StateKinds) =>
  (run: ImportRun): Item => ({
    title: t(changeTitle(run)),
    detail: `${formatMoment(run.createdDate)} · ${formatNumber(run.rowCount)}`,
    trailing: <StatusDot kind={stateKinds[run.state]}>{t(stateWord(run))}</StatusDot>,
  });

function columnsFor(t: ReturnType<typeof useT>, stateKinds: StateKinds): Column<ImportRun>[] {
  const figure = (id: 'updated' | 'wrong', header: string): Column<ImportRun> => ({
    id,
    header,
    width: '12%',
    align: 'end',
    drop: 1,
    cell: (run) => formatNumber(run[id]),
  });
  return [
    {
      id: 'what',
      header: t('users.changes.what.head'),
      text: (run) => t(changeTitle(run)),
      cell: (run) => t(changeTitle(run)),
    },
    {
      id: 'state',
      header: t('imports.past.state'),
      width: '16%',
      cell: (run) => <StatusDot kind={stateKinds[run.state]}>{t(stateWord(run))}</StatusDot>,
    },
    figure('updated', t('imports.past.updated')),
    figure('wrong', t('settings.bulk.rows.wrong')),
    {
      id: 'startedBy',
      header: t('imports.past.who'),
      width: '18%',
      drop: 2,
      text: ({ startedBy }) => startedBy ?? '',
      cell: ({ startedBy }) => startedBy ?? '',
    },
    {
      id: 'createdDate',
      header: t('imports.past.when'),
      width: '18%',
      muted: true,
      cell: ({ createdDate }) => formatMoment(createdDate),
    },
  ];
}
