import * as z from 'zod/mini';
import { NodeType, nodeTypes } from './access.ts';
import { type Endpoint, endpoints } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { recordFields, requiredText, text } from './fields.ts';
import type { ModuleCode } from './modules.ts';
import { pageQuery } from './paging.ts';

/** Which role is meant. */
export const RoleId = z.uuid().brand<'RoleId'>();
export type RoleId = z.infer<typeof RoleId>;

/** One right of a module, with the permission that comes along with it (none is empty). */
export const AccessRight = z.object({ shortName: z.string(), associatePermission: z.string() });

/** A module that a role reaches into, with the rights it gives there. */
export const RoleModule = z.object({
  shortName: z.string(),
  accessRights: z.array(AccessRight),
});
export type RoleModule = z.infer<typeof RoleModule>;

/** Which of a role's buttons the reader may press. */
export const RoleAbilities = z.object({
  view: z.boolean(),
  edit: z.boolean(),
  enable: z.boolean(),
  delete: z.boolean(),
});
export type RoleAbilities = z.infer<typeof RoleAbilities>;

/**
 * One row of the role list; `level` is the highest kind of place at which the role may be given. Users are counted in the reader's
 * area and up to a bound, lower in a list than of one role alone; `moreUsers` says that there are more.
 */
export const RoleRow = z.object({
  id: RoleId,
  name: z.string(),
  description: z.string(),
  level: NodeType,
  status: z.boolean(),
  rightCount: z.int(),
  userCount: z.int(),
  moreUsers: z.boolean(),
  updatedDate: recordFields.updatedDate,
  version: z.int(),
  can: RoleAbilities,
});
export type RoleRow = z.infer<typeof RoleRow>;

/** Why a role is looked at only, whatever the reader's permissions say. */
export const changeRefusals = [
  'role.own',
  'role.beyondYourOwn',
  'role.heldBeyond',
] as const satisfies readonly ErrorCode[];

/**
 * A role with all that it allows, how many hold it outside the reader's area, and why the reader only looks at it, if so;
 * `unknownRights` were given by an earlier version of the product, and bring nothing today.
 */
export const Role = z.extend(RoleRow, {
  heldBeyond: z.int(),
  fixedBecause: z.nullable(z.enum(changeRefusals)),
  modules: z.array(RoleModule),
  unknownRights: z.array(z.string()),
  ...recordFields,
});
export type Role = z.infer<typeof Role>;

/** A role to be given to somebody, as one chooses it. */
export const RoleChoice = z.pick(RoleRow, { id: true, name: true, description: true, level: true, rightCount: true });
export type RoleChoice = z.infer<typeof RoleChoice>;

const RightName = z.string('field.required').check(z.minLength(1, 'field.required'), z.maxLength(64, 'field.tooLong'));

/** A module with its ticked rights, as a form sends it: of each right its name is enough. */
const ModuleInput = z.object({
  shortName: z.string('field.required').check(z.maxLength(64, 'field.tooLong')),
  accessRights: z.array(z.object({ shortName: RightName })).check(z.maxLength(200, 'field.tooLong')),
});

/** What a person fills in about a role; unknown rights stay where nothing is said of them, and can only be taken away. */
export const RoleInput = z.object({
  name: requiredText(128),
  description: z._default(text(256), ''),
  level: z.pipe(z.string('field.required').check(z.toUpperCase()), z.enum(nodeTypes, 'field.invalid')),
  modules: z.array(ModuleInput, 'field.required').check(z.maxLength(50, 'field.tooLong')),
  unknownRights: z.optional(z.nullable(z.array(RightName).check(z.maxLength(200, 'field.tooLong')))),
});
export type RoleInput = z.infer<typeof RoleInput>;

/** Whether a role counts for those who hold it. */
export const RoleStatusInput = z.object({ status: z.boolean('field.required') });
export type RoleStatusInput = z.infer<typeof RoleStatusInput>;

/** The fields by which the role list can be sorted. */
export const roleSorts = ['name', 'level', 'updatedDate'] as const;

/** Why a role cannot be given to somebody; every door that gives roles may refuse so. */
export const givingRefusals = [
  'role.unknown',
  'role.closed',
  'role.levelTooHigh',
  'role.levelWrong',
  'role.beyondYourOwn',
] as const satisfies readonly ErrorCode[];

const byId = z.object({ id: RoleId });
const refusedChange = ['role.unknown', 'record.stale', ...changeRefusals] as const;

/** What people may do. */
export const roles = endpoints({
  list: {
    method: 'GET',
    path: '/role-management/roles',
    about:
      'The roles of the caller’s organisation, or of the platform, up to the level of the caller’s own place, and those they hold; `search` looks for every word in name and description.',
    allow: 'LIST_ROLES',
    query: z.extend(pageQuery(roleSorts), {
      level: z.optional(NodeType),
      status: z.optional(z.enum(['enabled', 'disabled'])),
      /** Only roles that the caller may give to somebody who stands at a place of this kind. */
      givableAt: z.optional(NodeType),
    }),
    result: RoleRow,
    page: true,
    errors: ['input.badCursor'],
  },
  choices: {
    method: 'GET',
    path: '/role-management/roles/choices',
    about: 'The roles that the caller may give to somebody who stands at a place of a kind, by name.',
    allow: { any: ['LIST_ROLES', 'CREATE_USER', 'EDIT_USER'] },
    query: z.extend(pageQuery(['name']), { givableAt: NodeType }),
    result: RoleChoice,
    page: true,
    errors: ['input.badCursor'],
  },
  get: {
    method: 'GET',
    path: '/role-management/roles/{id}',
    about: 'One role with its modules and rights.',
    allow: 'VIEW_ROLE',
    params: byId,
    result: Role,
    errors: ['role.unknown'],
  },
  create: {
    method: 'POST',
    path: '/role-management/roles',
    about: 'Makes a role of rights that the caller holds, for places no higher than their own.',
    allow: 'CREATE_ROLE',
    query: z.object({
      /** The organisation that somebody above all organisations means. */
      orgId: z.optional(z.uuid()),
    }),
    body: RoleInput,
    result: Role,
    errors: ['role.nameTaken', 'role.rightUnknown', 'role.levelWrong', 'role.beyondYourOwn'],
  },
  update: {
    method: 'PUT',
    path: '/role-management/roles/{id}',
    about: 'Changes a role for everybody who holds it, from their next request on.',
    allow: 'EDIT_ROLE',
    params: byId,
    body: RoleInput,
    versioned: true,
    result: Role,
    errors: [...refusedChange, 'role.nameTaken', 'role.rightUnknown', 'role.levelWrong', 'role.heldHigher'],
  },
  setStatus: {
    method: 'PUT',
    path: '/role-management/roles/{id}/status',
    about: 'Opens a role or closes it: by a closed one nobody signs in or goes on.',
    allow: 'ENABLED_ROLE',
    params: byId,
    body: RoleStatusInput,
    versioned: true,
    result: Role,
    errors: refusedChange,
  },
  remove: {
    method: 'DELETE',
    path: '/role-management/roles/{id}',
    about: 'Takes away a role that nobody holds; its name is free again.',
    allow: 'DELETE_ROLE',
    params: byId,
    versioned: true,
    result: Role,
    errors: [...refusedChange, 'role.inUse'],
  },
  modules: {
    method: 'GET',
    path: '/role-management/roles/modules/{id}',
    about:
      'The modules a role reaches into, each with its rights: of their own roles for everybody, of the organisation’s others for whoever holds VIEW_ROLE.',
    allow: 'signedIn',
    compressed: true,
    params: byId,
    result: z.array(RoleModule),
    errors: ['role.unknown'],
  },
});

const rightsAt = <const P extends `/${string}`>(path: P, module: string) =>
  ({
    method: 'GET',
    path,
    about: `Every right there is in the module ${module}, each with the permission that comes along with it.`,
    allow: { any: ['LIST_ROLES', 'VIEW_ROLE', 'CREATE_ROLE', 'EDIT_ROLE'] },
    unchanging: true,
    result: z.array(AccessRight),
  }) as const satisfies Endpoint;

/** Every right that a role can give, module by module. One path says it in the singular, and answers in the plural too. */
export const accessRights = endpoints({
  om: rightsAt('/om-config/access-rights', 'OM'),
  saga: rightsAt('/saga-config/access-rights', 'SAGA'),
  tm: rightsAt('/tm-config/access-rights', 'TM'),
  rj: rightsAt('/rj-config/access-right', 'RJ'),
  ebasket: rightsAt('/ebasket-config/access-rights', 'eBasket'),
  t2s: rightsAt('/t2s-config/access-rights', 'T2S'),
  sotk: rightsAt('/sotk-config/access-rights', 'SOTK'),
  engage: rightsAt('/engage-config/access-rights', 'Engage'),
  doti: rightsAt('/doti-config/access-rights', 'DOTI'),
  ross: rightsAt('/ross-config/access-rights', 'Ross'),
  rjInThePlural: rightsAt('/rj-config/access-rights', 'RJ'),
} satisfies Record<ModuleCode | 'rjInThePlural', Endpoint>);
