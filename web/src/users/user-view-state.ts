import {
  type UserColumnName,
  userColumnNames,
  type UserView,
  UserViewId,
  type UserViewQuery,
} from '@storeward/contract/user-views';
import { users } from '@storeward/contract/users';
import * as z from 'zod/mini';

/** What the address of the list says: what is asked of the server, the columns, and the view it began as. */
export const UserListAddress = z.extend(users.list.query, {
  columns: z.optional(z.string()),
  view: z.optional(UserViewId),
});

/** Columns as they stand in the address; the name is always one of them. */
export const columnsText = (columns: readonly UserColumnName[]): string => ['name', ...columns].join(',');

/** Which columns an address names; nothing where it names none. */
export const columnsIn = (text: string | undefined): UserColumnName[] | undefined =>
  text === undefined ? undefined : userColumnNames.filter((name) => text.split(',').includes(name));

/** The list as it stands, in the way a view keeps it. */
export type ListNow = { readonly query: UserViewQuery; readonly columns: readonly UserColumnName[] };

/** Whether a view says something else than the list as it stands. */
export const differs = (view: Pick<UserView, 'query' | 'columns'>, now: ListNow): boolean =>
  JSON.stringify([sorted(view.query), view.columns]) !== JSON.stringify([sorted(now.query), now.columns]);

/** Whether the list shows less than everybody. */
export const isNarrowed = ({ query: { sort: _, ...rest } }: ListNow): boolean =>
  Object.values(rest).some((value) => value !== undefined);

const sorted = (query: UserViewQuery) =>
  Object.entries({ sort: 'name:asc', ...query })
    .filter(([, value]) => value !== undefined && value !== '')
    .sort(([one], [other]) => (one < other ? -1 : 1));
