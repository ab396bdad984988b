import { normalised } from '@storeward/contract/fields';
import { readyRoles as allRoles } from '@storeward/contract/ready-roles';
import type { Random } from './random.ts';
import type { RowOf } from './rows.ts';

/** A role as it is written into the database. */
export type Role = RowOf<'roles'>;

/** The name of a role that every new organisation, or the platform, comes with. */
export type RoleName = (typeof allRoles)[number]['name'];

/** The roles an organisation comes with, by name; the platform has its own. */
export function readyRoles(
  orgId: string,
  of: 'platform' | 'organisation',
  { random, from }: { random: Random; from: number },
): ReadonlyMap<string, Role> {
  const date = new Date(from).toISOString();
  const ready = allRoles.filter(({ level }) => (level === 'GLOBAL') === (of === 'platform'));
  return new Map(
    ready.map(({ level, name, description, rights }, index) => [
      name,
      {
        id: random.id(from + index),
        org_id: orgId,
        name,
        name_norm: normalised(name),
        description,
        level,
        access_rights: [...rights],
        created_date: date,
        updated_date: date,
      },
    ]),
  );
}

/** The usual role of somebody who stands at a place of this kind. */
export function usualRole(type: string): RoleName {
  const found = allRoles.find(({ level }) => level === type);
  return found?.name ?? 'Store user';
}
