import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
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

/** The name of the template for a file of users; the file is called the same, with its ending. */
export const userTemplateName = 'Users';

/** The files that people begin with. */
export const templates = endpoints({
  get: {
    method: 'GET',
    path: '/common/template/{name}',
    about:
      'The file that an import begins with, as base64: `Users` has the columns of a file of users, and one row that shows what they are for.',
    allow: 'ALLOW_DOWNLOAD_USER_IMPORT_CSV_TEMPLATE',
    params: z.object({ name: z.string().check(z.maxLength(64, 'field.tooLong')) }),
    result: z.object({ fileName: z.string(), contentType: z.string(), content: z.base64() }),
    errors: ['template.unknown'],
  },
});
