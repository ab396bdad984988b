import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { listViewFields, ListViewId, listViewInput, sortOrders } from './list-views.ts';
import { UserListFilter } from './user-lists.ts';
import { userSorts } from './users.ts';

/** The optional columns of the user list, in display order. The name column is always shown. */
export const userColumnNames = ['userName', 'emailId', 'role', 'rootNode', 'level', 'status', 'lastActive'] as const;
export type UserColumnName = (typeof userColumnNames)[number];

/** The columns shown to users who have not chosen any. */
export const defaultUserColumns: readonly UserColumnName[] = ['emailId', 'role', 'rootNode', 'status', 'lastActive'];

export const UserColumns = z
  .array(z.enum(userColumnNames, 'field.invalid'))
  .check(z.maxLength(userColumnNames.length, 'field.tooLong'));

/** Filters and sort order of a saved view. */
export const UserViewQuery = z.extend(UserListFilter, { sort: sortOrders(userSorts) });
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
      'The caller’s own views of the list of users and those shared with them, by name; and the columns they chose.',
    allow,
    result: z.object({ views: z.array(UserView), columns: z.nullable(UserColumns) }),
  },
  create: {
    method: 'POST',
    path,
    summary: 'Keeps a list of users under a name: for oneself, or for everybody whose area lies within one’s own.',
    allow,
    body: UserViewInput,
    result: UserView,
    errors: ['userView.nameTaken', 'userView.tooMany'],
  },
  update: {
    method: 'PUT',
    path: `${path}/{id}`,
    summary: 'Changes a view: by its author, or where it is shared by whoever may edit users at that very place.',
    allow,
    params: byId,
    body: UserViewInput,
    versioned: true,
    result: UserView,
    errors: ['userView.unknown', 'userView.notYours', 'userView.nameTaken', 'record.stale'],
  },
  remove: {
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Takes a view away, and tells it for the last time.',
    allow,
    params: byId,
    versioned: true,
    result: UserView,
    errors: ['userView.unknown', 'userView.notYours', 'record.stale'],
  },
  setColumns: {
    method: 'PUT',
    path: '/user-management/user-columns',
    summary: 'Keeps which columns of the list of users the caller wants to see.',
    allow,
    body: z.object({ columns: UserColumns }),
    result: z.object({ columns: UserColumns }),
  },
});
