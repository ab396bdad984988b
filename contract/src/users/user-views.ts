import * as z from 'zod/mini';
import { endpoints } from '../endpoint.ts';
import { listViewFields, ListViewId, listViewInput, sortOrders } from '../list-views.ts';
import { UserListFilter } from './user-lists.ts';
import { userSorts } from '../users.ts';

/** The optional columns of the user list, in display order. The name column is always shown. */
export const userColumnNames = ['userName', 'emailId', 'role', 'rootNode', 'level', 'status', 'lastActive'] as const;
export type UserColumnName = (typeof userColumnNames)[number];

/** The columns shown to users who have not chosen any. */
export const defaultUserColumns: readonly UserColumnName[] = ['emailId', 'role', 'rootNode', 'status', 'lastActive'];

export const UserColumns = z
  .array(z.enum(userColumnNames, 'field.invalid'))
  .check(z.maxLength(userColumnNames.length, 'field.tooLong'));

/** Filters and sort order of a saved view. */
export const UserViewQuery = z.extend(z.omit(UserListFilter, { timeZone: true }), { sort: sortOrders(userSorts) });
export type UserViewQuery = z.infer<typeof UserViewQuery>;

export const UserViewInput = z.object({ ...listViewInput, query: UserViewQuery, columns: UserColumns });
export type UserViewInput = z.infer<typeof UserViewInput>;

/** A saved view of the user list. */
export const UserView = z.extend(UserViewInput, listViewFields);
export type UserView = z.infer<typeof UserView>;

const path = '/user-management/user-views';
const allow = 'LIST_USERS';
const byId = z.object({ id: ListViewId });

/** Endpoints for saved views of the user list and its visible columns. */
export const userViews = endpoints({
  list: {
    method: 'GET',
    path,
    summary:
      'The current user’s own views of the list of users and those shared with them, by name; and the columns they chose.',
    allow,
    byApiKey: 'deny',
    result: z.object({ views: z.array(UserView), columns: z.nullable(UserColumns) }),
  },
  create: {
    method: 'POST',
    path,
    summary: 'Saves a view of the list of users, private or shared with all users in the current user’s scope.',
    allow,
    byApiKey: 'deny',
    body: UserViewInput,
    result: UserView,
    errors: ['userView.nameTaken', 'userView.tooMany'],
  },
  update: {
    method: 'PUT',
    path: `${path}/{id}`,
    summary: 'Changes a view. Its author may do so, and for a shared view users who may edit users at the same node.',
    allow,
    byApiKey: 'deny',
    params: byId,
    body: UserViewInput,
    versioned: true,
    result: UserView,
    errors: ['userView.unknown', 'userView.notYours', 'userView.nameTaken', 'record.stale'],
  },
  remove: {
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Deletes a view and returns it.',
    allow,
    byApiKey: 'deny',
    params: byId,
    versioned: true,
    result: UserView,
    errors: ['userView.unknown', 'userView.notYours', 'record.stale'],
  },
  setColumns: {
    method: 'PUT',
    path: '/user-management/user-columns',
    summary: 'Saves which columns of the list of users the current user sees.',
    allow,
    byApiKey: 'deny',
    body: z.object({ columns: UserColumns }),
    result: z.object({ columns: UserColumns }),
  },
});
