import { ListViewId } from '@storeward/contract/list-views';
import { type UserColumnName, userColumnNames } from '@storeward/contract/users/user-views';
import { users } from '@storeward/contract/users';
import * as z from 'zod/mini';

/** URL search parameters of the user list: query, columns and the applied view. */
export const UserListParams = z.extend(users.list.query, {
  columns: z.optional(z.string()),
  view: z.optional(ListViewId),
});

/** Columns as a URL parameter; always includes the name. */
export const serializeColumns = (columns: readonly UserColumnName[]): string => ['name', ...columns].join(',');

/** Parses the columns parameter; undefined without one. */
export const parseColumns = (text: string | undefined): UserColumnName[] | undefined =>
  text === undefined ? undefined : userColumnNames.filter((name) => text.split(',').includes(name));
