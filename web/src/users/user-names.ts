import type { User, UserRow } from '@storeward/contract/users';
import { fullNameOf } from '@storeward/contract/full-names';
import type { ScreenAddress } from '../ui/page/link.tsx';

/** Display name: the full name, or the user name if it is empty. */
export const fullName = (user: Pick<UserRow, 'firstName' | 'lastName' | 'userName'>): string =>
  fullNameOf(user) || user.userName;

export const userCreatePath = '/user/create';

export const userImportPath = '/user/import';

export const userViewPath = ({ id }: Pick<UserRow, 'id'>): ScreenAddress => `/user/${id}/view`;

export const userEditPath = ({ id }: Pick<UserRow, 'id'>): ScreenAddress => `/user/${id}/edit`;

export const userBulkChangesPath = '/users/changes';

/** A node's path in one line, outermost first. */
export const nodePathText = (path: User['path']): string => path.map(({ name }) => name).join(' › ');
