import { userBulkRuns } from '@storeward/contract/users/user-bulk';
import { users } from '@storeward/contract/users';
import { ImportRunPage } from '../../imports/import-run-page.tsx';
import type { ImportSubject } from '../../imports/import-subject.ts';
import { queryKeyOf } from '../../platform/api/api.ts';
import { useT } from '../../platform/text/i18n.ts';
import { UserBulkChangeSummary } from '../../users/bulk/bulk-change-summary.tsx';
import { bulkChangeLabels, bulkChangeTitle } from '../../users/bulk/bulk-change-labels.ts';
import { userBulkChangesPath } from '../../users/user-names.ts';
import type { Crumb } from '../../ui/page/page-header.tsx';
import { BulkChangeList } from './bulk-change-list.tsx';

/** The list of earlier bulk changes of users. */
export function UserChanges() {
  const t = useT();
  return (
    <BulkChangeList
      endpoints={userBulkRuns}
      address={userBulkChangesPath}
      title={t('app.title.userChanges')}
      titleOf={(run) => t(bulkChangeTitle(run))}
      labelKeys={bulkChangeLabels}
      empty={{ title: t('users.bulkChanges.empty'), text: t('users.bulkChanges.emptyText') }}
    />
  );
}

function useImportSubject(): ImportSubject {
  const t = useT();
  return {
    endpoints: userBulkRuns,
    columns: [],
    invalidates: [queryKeyOf(users.list)],
    address: userBulkChangesPath,
    sampleName: '',
    labelKeys: bulkChangeLabels,
    summary: ({ task }) => <UserBulkChangeSummary task={task} />,
    titleOf: (run) => t(bulkChangeTitle(run)),
    columnHeading: (column) => t(column === 'userName' ? 'users.field.userName' : 'users.field.name'),
    texts: { title: t('app.title.userChanges'), intro: '', start: () => t('imports.step.resume') },
  };
}

/** The screen of one bulk change: its progress, its result per user and the undo. */
export function UserChange({ id }: { id: string }) {
  const t = useT();
  const crumbs: Crumb[] = [
    { label: t('app.title.users'), href: '/users' },
    { label: t('app.title.userChanges'), href: userBulkChangesPath },
  ];
  return <ImportRunPage id={id} subject={useImportSubject()} crumbs={crumbs} />;
}
