import { normalised } from '@storeward/contract/fields';
import { searchText } from '@storeward/contract/search';
import { roleTemplates as allRoles } from '@storeward/contract/roles/role-templates';
import type { Random } from './random.ts';
import type { RowOf } from './rows.ts';

/** A row of the roles table. */
export type Role = RowOf<'roles'>;

/** The name of a predefined role. */
export type RoleName = (typeof allRoles)[number]['name'];

/** The predefined roles of an organisation or of GLOBAL, by name. */
export function predefinedRoles(
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
        search_text: searchText(name, description),
        description,
        level,
        access_rights: [...rights],
        created_date: date,
        updated_date: date,
      },
    ]),
  );
}

/** The default role for a user at a node of this type. */
export function defaultRole(type: string): RoleName {
  const found = allRoles.find(({ level }) => level === type);
  return found?.name ?? 'Store user';
}
