import { userBulkRuns } from '@storeward/contract/user-bulk';
import { users } from '@storeward/contract/users';
import { ImportRunPage } from '../imports/import-run-page.tsx';
import type { ImportSubject } from '../imports/import-subject.ts';
import { stateKinds } from '../imports/import-words.ts';
import { keyOf } from '../platform/api.ts';
import { useT } from '../platform/i18n.ts';
import { UserChangeAbout } from '../users/user-change-about.tsx';
import { UserChangeList } from '../users/user-change-list.tsx';
import { changeSays, changeTitle } from '../users/user-change-words.ts';
import { changesAddress } from '../users/user-names.ts';

/** The changes of many users before. */
export const UserChanges = () => <UserChangeList stateKinds={stateKinds} />;

function useSubject(): ImportSubject {
  const t = useT();
  return {
    doors: userBulkRuns,
    columns: [],
    touches: [keyOf(users.list)],
    address: changesAddress,
    sampleName: '',
    says: changeSays,
    about: ({ task }) => <UserChangeAbout task={task} />,
    titleOf: (run) => t(changeTitle(run)),
    columnWord: (column) => t(column === 'userName' ? 'users.field.userName' : 'users.field.name'),
    words: { title: t('app.title.userChanges'), intro: '', start: () => t('imports.step.goOn') },
  };
}

/** One change of many users: how far it is, what became of each, and the way back. */
export function UserChange({ id }: { id: string }) {
  const t = useT();
  const crumbs = [
    { label: t('app.title.users'), href: '/users' },
    { label: t('app.title.userChanges'), href: changesAddress },
  ];
  return <ImportRunPage id={id} subject={useSubject()} crumbs={crumbs} />;
}
