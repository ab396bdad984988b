import type { Permission } from '@storeward/contract/access';

/** Rights of organisation management by subject, in display order. */
const subjects = {
  portal: [
    'OM_DASHBOARD',
    'VIEW_PROFILE',
    'ORGANISATION_APP_ICON',
    'MODULE_APP_ICON',
    'ALLOW_TO_VIEW_MODULE_ICON',
    'ALLOW_FACE_ID_REGISTRATION',
    'ALLOW_ACCESS_MARKETING_OPT_IN_PREFERENCE',
  ],
  users: [
    'LIST_USERS',
    'VIEW_USER',
    'CREATE_USER',
    'EDIT_USER',
    'DELETE_USER',
    'ENABLED_USER',
    'SHOW_BULK_USER_IMPORT_SUBMENU',
    'ALLOW_UPLOAD_USER_IMPORT_CSV',
    'ALLOW_DOWNLOAD_USER_IMPORT_CSV_TEMPLATE',
  ],
  roles: ['LIST_ROLES', 'VIEW_ROLE', 'CREATE_ROLE', 'EDIT_ROLE', 'DELETE_ROLE', 'ENABLED_ROLE'],
  structure: [
    'LIST_NODE_STRUCTURE',
    'VIEW_NODE',
    'CREATE_NODE',
    'EDIT_NODE',
    'DELETE_NODE',
    'ENABLED_NODE',
    'EDIT_NODE_DETAILS',
    'EDIT_NODE_CONFIGURATION',
    'EDIT_NODE_THEME',
    'EDIT_NODE_MODULE',
    'ASSIGN_STORE_DEVICE',
  ],
  settings: ['LIST_SETTING', 'VIEW_SETTING', 'CREATE_SETTING', 'EDIT_SETTING', 'LIST_BULK_OVERRIDE', 'BULK_OVERRIDE'],
  organisations: [
    'ACCESS_ORGANISATION_LEVEL',
    'LIST_ORGANISATIONS',
    'VIEW_ORGANISATION',
    'CREATE_ORGANISATION',
    'UPDATE_ORGANISATION',
    'DELETE_ORGANISATION',
    'ENABLED_ORGANISATION',
    'UPDATE_ORGANISATION_DETAILS',
    'UPDATE_ORGANISATION_CONFIG',
    'UPDATE_ORGANISATION_THEME',
    'UPDATE_ORGANISATION_MODULE',
  ],
} as const satisfies Record<string, readonly Permission[]>;

export type Subject = keyof typeof subjects;

/** A group of rights; other modules have one group without a subject. */
export type RightGroup<R> = { readonly subject: Subject | undefined; readonly rights: readonly R[] };

/** Groups the rights of a module by subject. Rights without a subject are put in a last group. */
export function groupRights<R extends { readonly shortName: string }>(rights: readonly R[]): RightGroup<R>[] {
  const groups = (Object.keys(subjects) as Subject[]).map((subject) => ({
    subject,
    rights: subjects[subject].flatMap((name) => rights.filter((right) => right.shortName === name.toLowerCase())),
  }));
  const grouped = new Set(groups.flatMap((group) => group.rights));
  const rest = { subject: undefined, rights: rights.filter((right) => !grouped.has(right)) };
  return [...groups, rest].filter((group) => group.rights.length > 0);
}
