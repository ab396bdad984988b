import * as z from 'zod/mini';
import { endpoints } from '../endpoint.ts';
import { UserListFilter } from './user-lists.ts';

/** The columns of an exported file; all of them are accepted by the user import. */
export const userExportColumns = [
  'userName',
  'firstName',
  'lastName',
  'emailId',
  'phoneNumber',
  'roleName',
  'nodeCode',
  'language',
  'timeZone',
  'country',
  'status',
] as const;

export const UserExportRow = z.object({
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  emailId: z.string(),
  phoneNumber: z.string(),
  roleName: z.string(),
  nodeCode: z.string(),
  language: z.string(),
  timeZone: z.string(),
  country: z.string(),
  status: z.enum(['enabled', 'disabled']),
});
export type UserExportRow = z.infer<typeof UserExportRow>;

/** Maximum number of users per page of an export. */
export const exportPageSize = 1_000;

/** Endpoint for exporting users. */
export const userExport = endpoints({
  rows: {
    method: 'GET',
    path: '/user-management/user-export',
    summary:
      'The users that a list with the same filters shows, by name, a thousand at a time, in the columns that an import accepts; `cursor` continues where the last response ended.',
    allow: { all: ['LIST_USERS', 'VIEW_USER'] },
    query: z.strictObject({
      ...UserListFilter.shape,
      size: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(exportPageSize))),
      cursor: z.optional(z.string().check(z.maxLength(1024))),
      orgId: z.optional(z.uuid()),
    }),
    result: UserExportRow,
    page: true,
    exports: 'user',
    errors: ['input.badCursor', 'node.unknown'],
  },
});
