import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { recordFields, requiredText } from './fields.ts';
import { UsersMatching } from './user-lists.ts';
import { userSorts } from './users.ts';

/** The columns of the list of users that can be chosen, as they stand from left to right; the name is always there. */
export const userColumnNames = ['userName', 'emailId', 'role', 'rootNode', 'level', 'status', 'lastActive'] as const;
export type UserColumnName = (typeof userColumnNames)[number];

/** The columns that are shown until somebody chooses others. */
export const usualUserColumns: readonly UserColumnName[] = ['emailId', 'role', 'rootNode', 'status', 'lastActive'];

/** Some of these columns. */
export const UserColumns = z
  .array(z.enum(userColumnNames, 'field.invalid'))
  .check(z.maxLength(userColumnNames.length, 'field.tooLong'));

/** Which view is meant. */
export const UserViewId = z.uuid().brand<'UserViewId'>();
export type UserViewId = z.infer<typeof UserViewId>;

/** What a list of users is narrowed to, and its order. */
export const UserViewQuery = z.extend(UsersMatching, {
  sort: z.optional(
    z.enum(
      userSorts.flatMap((field) => [`${field}:asc`, `${field}:desc`]) as [
        `${(typeof userSorts)[number]}:${'asc' | 'desc'}`,
      ],
    ),
  ),
});
export type UserViewQuery = z.infer<typeof UserViewQuery>;

/** What somebody keeps under a name. */
export const UserViewInput = z.object({
  name: requiredText(64),
  shared: z.boolean('field.required'),
  query: UserViewQuery,
  columns: UserColumns,
});
export type UserViewInput = z.infer<typeof UserViewInput>;

/** A list of users under a name: one's own, or shared by somebody at or above one's own place. */
export const UserView = z.extend(UserViewInput, {
  id: UserViewId,
  own: z.boolean(),
  /** Whose it is, where that may be told. */
  owner: z.nullable(z.string()),
  can: z.object({ change: z.boolean() }),
  ...recordFields,
});
export type UserView = z.infer<typeof UserView>;

const path = '/user-management/user-views';
const allow = 'LIST_USERS';
const byId = z.object({ id: UserViewId });

/** Lists of users that are kept under names, and the columns that somebody wants to see. */
export const userViews = endpoints({
  list: {
    method: 'GET',
    path,
    about:
      'The caller’s own views of the list of users and those shared with them, by name; and the columns they chose.',
    allow,
    result: z.object({ views: z.array(UserView), columns: z.nullable(UserColumns) }),
  },
  create: {
    method: 'POST',
    path,
    about: 'Keeps a list of users under a name: for oneself, or for everybody whose area lies within one’s own.',
    allow,
    body: UserViewInput,
    result: UserView,
    errors: ['userView.nameTaken', 'userView.tooMany'],
  },
  update: {
    method: 'PUT',
    path: `${path}/{id}`,
    about: 'Changes a view: by its author, or where it is shared by whoever may edit users at that very place.',
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
    about: 'Takes a view away, and tells it for the last time.',
    allow,
    params: byId,
    versioned: true,
    result: UserView,
    errors: ['userView.unknown', 'userView.notYours', 'record.stale'],
  },
  setColumns: {
    method: 'PUT',
    path: '/user-management/user-columns',
    about: 'Keeps which columns of the list of users the caller wants to see.',
    allow,
    body: z.object({ columns: UserColumns }),
    result: z.object({ columns: UserColumns }),
  },
});
