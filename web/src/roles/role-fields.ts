import { type NodeType, nodeTypes, ranks } from '@storeward/contract/access';
import { text } from '@storeward/contract/fields';
import { modulesOf } from '@storeward/contract/modules';
import { type Role, RoleInput, type RoleModule } from '@storeward/contract/roles';
import * as z from 'zod/mini';
import type { t as translate } from '../platform/text/i18n.ts';
import { permissionLabel } from '../platform/text/permission-labels.ts';
import { currentSession } from '../platform/session/session.ts';
import { isPlatformLevel } from './role-paths.ts';

/** Schema of the role form. Rights are a flat list of names over all modules. */
export const RoleFormData = z.extend(z.pick(RoleInput, { name: true, level: true }), {
  description: text(256),
  rights: z.array(z.string()),
  unknownRights: z.array(z.string()),
});
export type RoleFormData = z.output<typeof RoleFormData>;
export type RoleFormValues = Omit<RoleFormData, 'level'> & { level: string };

const labels = {
  name: 'roles.field.name',
  description: 'roles.field.description',
  level: 'roles.field.level',
  rights: 'roles.field.rights',
  unknownRights: 'roles.field.unknownRights',
} as const satisfies Record<keyof RoleFormValues, string>;

export type RoleField = keyof RoleFormValues;

/** In display order. */
export const roleFields = Object.keys(labels) as RoleField[];

export const roleLabel = (field: RoleField, t: typeof translate): string => t(labels[field]);

export const rightNames = (modules: readonly RoleModule[]): string[] =>
  modules.flatMap(({ accessRights }) => accessRights.map(({ shortName }) => shortName));

/** Initial form values. */
export const roleValues = ({ name, description, level, modules, unknownRights }: Role): RoleFormValues => ({
  name,
  description,
  level,
  rights: rightNames(modules),
  unknownRights,
});

/** Converts form values into the request body. */
export function roleInput({ rights, unknownRights, ...values }: RoleFormData): RoleInput {
  return { ...values, modules: modulesOf(rights), unknownRights };
}

/** A field's value as display text. */
export function roleText(field: RoleField, value: RoleFormValues[RoleField], t: typeof translate): string {
  if (Array.isArray(value)) return value.map((right) => permissionLabel(right, t)).join(', ');
  return field === 'level' && value ? t(`ui.level.${value as NodeType}`) : value;
}

/** Levels assignable by the user, highest first. */
export function assignableLevels(ofPlatform = isPlatformLevel()): NodeType[] {
  if (ofPlatform) return ['GLOBAL'];
  const { level } = currentSession();
  return nodeTypes.filter((type) => type !== 'GLOBAL' && level !== undefined && ranks[type] <= ranks[level]);
}

/** Form field of an API error without a field path, by error code. */
export const fieldByErrorCode = {
  'role.nameTaken': 'name',
  'role.levelWrong': 'level',
  'role.heldHigher': 'level',
} as const;
