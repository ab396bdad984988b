import { type UserColumn, userColumns, userImports } from '@storeward/contract/users/user-import';
import { ImportPage } from '../../imports/import-page.tsx';
import { ImportRunPage } from '../../imports/import-run-page.tsx';
import type { ImportSubject } from '../../imports/import-subject.ts';
import { formatNumber, useT } from '../../platform/text/i18n.ts';
import { lastListUrl } from '../../platform/list-preferences.ts';
import type { PhraseKey } from '../../platform/text/phrase-keys.ts';
import { hasPermission } from '../../platform/session/session.ts';
import { userImportPath } from '../../users/user-names.ts';
import { constantText, NodeConstantInput } from './node-constant-input.tsx';
import { UserTemplateMenu } from '../../users/list/user-template-menu.tsx';

/** Column labels, the same as on the user form. */
const columnLabels = {
  userName: 'users.field.userName',
  firstName: 'users.field.firstName',
  lastName: 'users.field.lastName',
  emailId: 'users.field.email',
  phoneNumber: 'users.field.phone',
  roleName: 'users.field.role',
  nodeName: 'users.field.node',
  nodeCode: 'users.import.nodeCode',
  language: 'users.field.language',
  timeZone: 'users.field.timeZone',
  country: 'users.field.country',
  status: 'users.field.status',
} as const satisfies Record<UserColumn, PhraseKey>;

function useImportSubject(): ImportSubject {
  const t = useT();
  return {
    endpoints: userImports,
    columns: userColumns,
    constantInput: (column, props) => <NodeConstantInput column={column} {...props} />,
    constantText,
    invalidates: [],
    address: userImportPath,
    sampleName: 'Users',
    template: <UserTemplateMenu />,
    columnLabel: (column) => t(columnLabels[column as UserColumn]),
    mayUpload: hasPermission(['ALLOW_UPLOAD_USER_IMPORT_CSV']),
    texts: {
      title: t('app.title.userImport'),
      intro: t('users.import.intro'),
      start: (count) => t('users.import.start', { count, shown: formatNumber(count) }),
    },
  };
}

function useListCrumb() {
  const t = useT();
  return { label: t('users.list.title'), ...(hasPermission(['LIST_USERS']) && { href: lastListUrl('/users') }) };
}

export function UserImports() {
  const t = useT();
  return <ImportPage subject={useImportSubject()} crumbs={[useListCrumb(), { label: t('app.title.userImport') }]} />;
}

export function UserImport({ id }: { id: string }) {
  const t = useT();
  return (
    <ImportRunPage
      id={id}
      subject={useImportSubject()}
      crumbs={[useListCrumb(), { label: t('app.title.userImport'), href: userImportPath }]}
    />
  );
}
