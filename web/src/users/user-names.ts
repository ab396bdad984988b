import type { User, UserRow } from '@storeward/contract/users';

/** The name of somebody as it is read in lists and titles; their user name where they have none. */
export const fullName = ({
  firstName,
  lastName,
  userName,
}: Pick<UserRow, 'firstName' | 'lastName' | 'userName'>): string => `${firstName} ${lastName}`.trim() || userName;

/** Where a new user is made. */
export const createAddress = '/user/create';

/** Where users are brought in from a file. */
export const importAddress = '/user/import';

/** Where one user is looked at. */
export const viewAddress = ({ id }: Pick<UserRow, 'id'>): string => `/user/${id}/view`;

/** Where one user is changed. */
export const editAddress = ({ id }: Pick<UserRow, 'id'>): string => `/user/${id}/edit`;

/** Where changes of many users are looked at. */
export const changesAddress = '/users/changes';

/** A place with those above it in one line, outermost first. */
export const pathText = (path: User['path']): string => path.map(({ name }) => name).join(' › ');
