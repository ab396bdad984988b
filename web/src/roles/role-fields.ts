import { type NodeType, nodeTypes, ranks } from '@storeward/contract/access';
import { text } from '@storeward/contract/fields';
import { modulesOf } from '@storeward/contract/modules';
import { type Role, RoleInput, type RoleModule } from '@storeward/contract/roles';
import * as z from 'zod/mini';
import type { t as say } from '../platform/i18n.ts';
import { rightName } from '../platform/right-names.ts';
import { currentSession } from '../platform/session.ts';
import { ofThePlatform } from './role-address.ts';

/** What the form about a role holds: its rights lie there by name, whichever module they belong to. */
export const RoleFilled = z.extend(z.pick(RoleInput, { name: true, level: true }), {
  description: text(256),
  rights: z.array(z.string()),
  unknownRights: z.array(z.string()),
});
export type RoleFilled = z.output<typeof RoleFilled>;
export type Filled = Omit<RoleFilled, 'level'> & { level: string };

const labels = {
  name: 'roles.field.name',
  description: 'roles.field.description',
  level: 'roles.field.level',
  rights: 'roles.field.rights',
  unknownRights: 'roles.field.unknownRights',
} as const satisfies Record<keyof Filled, string>;

/** The name of a field of that form. */
export type RoleField = keyof Filled;

/** Its fields, in the order in which they are asked. */
export const roleFields = Object.keys(labels) as RoleField[];

/** What a field is called. */
export const roleLabel = (field: RoleField, t: typeof say): string => t(labels[field]);

/** The names of all rights in some modules. */
export const rightsOf = (modules: readonly RoleModule[]): string[] =>
  modules.flatMap(({ accessRights }) => accessRights.map(({ shortName }) => shortName));

/** The part of a role that the form is filled with. */
export const roleValues = ({ name, description, level, modules, unknownRights }: Role): Filled => ({
  name,
  description,
  level,
  rights: rightsOf(modules),
  unknownRights,
});

/** What is sent of the form. */
export function roleInput({ rights, unknownRights, ...filled }: RoleFilled): RoleInput {
  return { ...filled, modules: modulesOf(rights), unknownRights };
}

/** A field's value as people read it. */
export function roleText(field: RoleField, value: Filled[RoleField], t: typeof say): string {
  if (Array.isArray(value)) return value.map((right) => rightName(right, t)).join(', ');
  return field === 'level' && value ? t(`ui.level.${value as NodeType}`) : value;
}

/** The levels that the reader may give a role, the highest first. */
export function levelsToGive(): NodeType[] {
  if (ofThePlatform()) return ['GLOBAL'];
  const { level } = currentSession();
  return nodeTypes.filter((type) => type !== 'GLOBAL' && level !== undefined && ranks[type] <= ranks[level]);
}

/** The field that a refusal is about. */
export const fieldOfFault = {
  'role.nameTaken': 'name',
  'role.levelWrong': 'level',
  'role.heldHigher': 'level',
} as const;
