import { type UserColumn, userColumns, userImports } from '@storeward/contract/user-import';
import { ImportPage } from '../imports/import-page.tsx';
import { ImportRunPage } from '../imports/import-run-page.tsx';
import type { ImportSubject } from '../imports/import-subject.ts';
import { formatNumber, useT } from '../platform/i18n.ts';
import { wayBackTo } from '../platform/list-memory.ts';
import type { PhraseKey } from '../platform/phrase-keys.ts';
import { may } from '../platform/session.ts';
import { importAddress } from '../users/user-names.ts';
import { UserTemplateButton } from '../users/user-template-button.tsx';

/** What the columns are called on the form of a user. */
const columnWords = {
  userName: 'users.field.userName',
  firstName: 'users.field.firstName',
  lastName: 'users.field.lastName',
  emailId: 'users.field.email',
  phoneNumber: 'users.field.phone',
  roleName: 'users.field.role',
  nodeName: 'users.field.place',
  nodeCode: 'users.import.placeCode',
  language: 'users.field.language',
  timeZone: 'users.field.timeZone',
  country: 'users.field.country',
  status: 'users.field.status',
} as const satisfies Record<UserColumn, PhraseKey>;

function useSubject(): ImportSubject {
  const t = useT();
  return {
    doors: userImports,
    columns: userColumns,
    touches: [],
    address: importAddress,
    sampleName: 'Users.csv',
    template: <UserTemplateButton />,
    columnLabel: (column) => t(columnWords[column as UserColumn]),
    mayUpload: may(['ALLOW_UPLOAD_USER_IMPORT_CSV']),
    words: {
      title: t('app.title.userImport'),
      intro: t('users.import.intro'),
      start: (count) => t('users.import.start', { count, shown: formatNumber(count) }),
    },
  };
}

function useListCrumb() {
  const t = useT();
  return { label: t('users.list.title'), ...(may(['LIST_USERS']) && { href: wayBackTo('/users') }) };
}

/** Where users are brought in from a file. */
export function UserImports() {
  const t = useT();
  return <ImportPage subject={useSubject()} crumbs={[useListCrumb(), { label: t('app.title.userImport') }]} />;
}

/** One file of users. */
export function UserImport({ id }: { id: string }) {
  const t = useT();
  return (
    <ImportRunPage
      id={id}
      subject={useSubject()}
      crumbs={[useListCrumb(), { label: t('app.title.userImport'), href: importAddress }]}
    />
  );
}
