import type { RoleRow } from '@storeward/contract/roles';
import { currentSession } from '../platform/session.ts';

type RoleRef = Pick<RoleRow, 'id'>;

/** Platform roles have their own screens. */
export const isPlatformLevel = (): boolean => currentSession().level === 'GLOBAL';

/** The list of platform roles and that of an organisation's roles have different paths. */
export const roleListPath = (): string => (isPlatformLevel() ? '/roles' : '/role');

/** Path of the create page, optionally prefilled from another role. */
export const roleCreatePath = (from?: RoleRef): string => `${roleListPath()}/create${from ? `?from=${from.id}` : ''}`;

export const roleViewPath = ({ id }: RoleRef): string => `${roleListPath()}/${id}/view`;

export const roleEditPath = ({ id }: RoleRef): string => `${roleListPath()}/${id}/edit`;
