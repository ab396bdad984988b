import type { User, UserRow } from '@storeward/contract/users';
import type { ScreenAddress } from '../ui/page/link.tsx';

/** Display name: first and last name, or the user name if both are empty. */
export const fullName = ({
  firstName,
  lastName,
  userName,
}: Pick<UserRow, 'firstName' | 'lastName' | 'userName'>): string => `${firstName} ${lastName}`.trim() || userName;

export const userCreatePath = '/user/create';

export const userImportPath = '/user/import';

export const userViewPath = ({ id }: Pick<UserRow, 'id'>): ScreenAddress => `/user/${id}/view`;

export const userEditPath = ({ id }: Pick<UserRow, 'id'>): ScreenAddress => `/user/${id}/edit`;

export const userBulkChangesPath = '/users/changes';

/** A node's path in one line, outermost first. */
export const nodePathText = (path: User['path']): string => path.map(({ name }) => name).join(' › ');
