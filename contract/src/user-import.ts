import { type ImportColumn, importDoors } from './imports.ts';

/** The columns of a file of users, in the order in which the template has them. */
export const userColumns = [
  { name: 'userName', required: true, sample: 'grace.hopper' },
  { name: 'firstName', sample: 'Grace' },
  { name: 'lastName', sample: 'Hopper' },
  { name: 'emailId', sample: 'grace.hopper@example.com' },
  { name: 'phoneNumber', sample: '+44 113 496 0147' },
  { name: 'roleName', sample: 'Store manager' },
  { name: 'nodeName', sample: 'Leeds Briggate' },
  { name: 'nodeCode', sample: '' },
  { name: 'language', sample: 'en' },
  { name: 'timeZone', sample: 'Europe/London' },
  { name: 'country', sample: 'GB' },
  { name: 'status', sample: 'enabled' },
] as const satisfies readonly ImportColumn[];

/** The name of a column of such a file. */
export type UserColumn = (typeof userColumns)[number]['name'];

/** Imports of users. */
export const userImports = importDoors(
  '/user-management/users/import',
  { any: ['SHOW_BULK_USER_IMPORT_SUBMENU'] },
  { any: ['ALLOW_UPLOAD_USER_IMPORT_CSV'] },
);
