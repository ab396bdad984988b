import type { RoleRow } from '@storeward/contract/roles';
import { currentSession } from '../platform/session/session.ts';
import type { ScreenAddress } from '../ui/page/link.tsx';

type RoleRef = Pick<RoleRow, 'id'>;

/** Platform roles have their own screens. */
export const isPlatformLevel = (): boolean => currentSession().level === 'GLOBAL';

/** The list of platform roles and that of an organisation's roles have different paths. */
export const roleListPath = (): '/role' | '/roles' => (isPlatformLevel() ? '/roles' : '/role');

/** Path of the create page, optionally prefilled from another role. */
export const roleCreatePath = (from?: RoleRef): ScreenAddress =>
  from ? `${roleListPath()}/create?from=${from.id}` : `${roleListPath()}/create`;

export const roleViewPath = ({ id }: RoleRef): ScreenAddress => `${roleListPath()}/${id}/view`;

export const roleEditPath = ({ id }: RoleRef): ScreenAddress => `${roleListPath()}/${id}/edit`;
