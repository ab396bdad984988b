import * as z from 'zod/mini';
import { endpoints } from '../endpoint.ts';
import { type ImportColumn, importEndpoints } from '../imports.ts';

/** The columns of a user import, in template order. */
export const userColumns = [
  { name: 'userName', required: true, sample: 'grace.hopper' },
  { name: 'firstName', neededForNew: true, sample: 'Grace' },
  { name: 'lastName', neededForNew: true, sample: 'Hopper' },
  { name: 'emailId', neededForNew: true, sample: 'grace.hopper@example.com' },
  { name: 'phoneNumber', sample: '+44 113 496 0147' },
  { name: 'roleName', neededForNew: true, sample: 'Store manager' },
  { name: 'nodeName', neededForNew: true, insteadOf: ['nodeCode'], sample: 'Leeds Briggate' },
  { name: 'nodeCode', sample: '' },
  { name: 'language', neededForNew: true, sample: 'en' },
  { name: 'timeZone', neededForNew: true, sample: 'Europe/London' },
  { name: 'country', sample: 'GB' },
  { name: 'status', sample: 'enabled' },
] as const satisfies readonly ImportColumn[];

export type UserColumn = (typeof userColumns)[number]['name'];

export const userImports = importEndpoints('users');

/** The template of user imports; its name is also that of its file. */
export const userTemplate = { name: 'Users', extension: 'csv', contentType: 'text/csv' } as const;

/** Endpoint for import templates. */
export const templates = endpoints({
  get: {
    method: 'GET',
    path: '/common/template/{name}',
    summary: 'A template of an import file, as base64: `Users` has the columns of a file of users and a sample row.',
    allow: 'ALLOW_DOWNLOAD_USER_IMPORT_CSV_TEMPLATE',
    params: z.object({ name: z.string().check(z.maxLength(64, 'field.tooLong')) }),
    result: z.object({ fileName: z.string(), contentType: z.string(), content: z.base64() }),
    errors: ['template.unknown'],
  },
});
