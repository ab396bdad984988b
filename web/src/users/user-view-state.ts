import {
  type UserColumnName,
  userColumnNames,
  type UserView,
  UserViewId,
  type UserViewQuery,
} from '@storeward/contract/user-views';
import { users } from '@storeward/contract/users';
import * as z from 'zod/mini';

/** URL search parameters of the user list: query, columns and the applied view. */
export const UserListParams = z.extend(users.list.query, {
  columns: z.optional(z.string()),
  view: z.optional(UserViewId),
});

/** Columns as a URL parameter; always includes the name. */
export const serializeColumns = (columns: readonly UserColumnName[]): string => ['name', ...columns].join(',');

/** Parses the columns parameter; undefined without one. */
export const parseColumns = (text: string | undefined): UserColumnName[] | undefined =>
  text === undefined ? undefined : userColumnNames.filter((name) => text.split(',').includes(name));

/** Current query and columns, in the shape of a saved view. */
export type ListState = { readonly query: UserViewQuery; readonly columns: readonly UserColumnName[] };

/** Whether the list was changed since the view was applied. */
export const viewDiffers = (view: Pick<UserView, 'query' | 'columns'>, state: ListState): boolean =>
  JSON.stringify([sortedEntries(view.query), view.columns]) !==
  JSON.stringify([sortedEntries(state.query), state.columns]);

export const hasFilters = ({ query: { sort: _, ...rest } }: ListState): boolean =>
  Object.values(rest).some((value) => value !== undefined);

const sortedEntries = (query: UserViewQuery) =>
  Object.entries({ sort: 'name:asc', ...query })
    .filter(([, value]) => value !== undefined && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1));
