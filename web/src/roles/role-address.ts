import type { RoleRow } from '@storeward/contract/roles';
import { currentSession } from '../platform/session.ts';

type Named = Pick<RoleRow, 'id'>;

/** Whether the roles of the platform are meant, which have an area of their own. */
export const ofThePlatform = (): boolean => currentSession().level === 'GLOBAL';

/** Where the roles are listed: those of the platform elsewhere than those of an organisation. */
export const listAddress = (): string => (ofThePlatform() ? '/roles' : '/role');

/** Where one is made, perhaps as another one is. */
export const createAddress = (from?: Named): string => `${listAddress()}/create${from ? `?from=${from.id}` : ''}`;

/** Where one is looked at. */
export const viewAddress = ({ id }: Named): string => `${listAddress()}/${id}/view`;

/** Where one is changed. */
export const editAddress = ({ id }: Named): string => `${listAddress()}/${id}/edit`;
