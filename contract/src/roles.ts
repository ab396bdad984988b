import * as z from 'zod/mini';
import { NodeType, nodeTypes } from './access.ts';
import { type Endpoint, endpoints } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { recordFields, requiredText, text } from './fields.ts';
import type { ModuleCode } from './modules.ts';
import { pageQuery } from './paging.ts';

export const RoleId = z.uuid().brand<'RoleId'>();
export type RoleId = z.infer<typeof RoleId>;

/** An access right of a module with the permission that it grants; empty if it grants none. */
export const AccessRight = z.object({ shortName: z.string(), associatePermission: z.string() });

/** A module with the access rights that a role grants in it. */
export const RoleModule = z.object({
  shortName: z.string(),
  accessRights: z.array(AccessRight),
});
export type RoleModule = z.infer<typeof RoleModule>;

/** The actions that the reader may perform on a role. */
export const RoleAbilities = z.object({
  view: z.boolean(),
  edit: z.boolean(),
  enable: z.boolean(),
  delete: z.boolean(),
});
export type RoleAbilities = z.infer<typeof RoleAbilities>;

/**
 * A row of the role list; `level` is the highest node type at which the role may be assigned. `userCount` covers the
 * reader's scope up to a limit that is lower in lists than for a single role; `moreUsers` says that the limit was
 * exceeded.
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

/** Why a role is read-only regardless of the reader's permissions. */
export const roleChangeErrors = [
  'role.own',
  'role.beyondYourOwn',
  'role.heldBeyond',
] as const satisfies readonly ErrorCode[];

/**
 * The full role; `heldBeyond` counts users outside the reader's scope who hold it, `fixedBecause` says why the reader
 * cannot change it. `unknownRights` were granted by an earlier version of the product and have no effect today.
 */
export const Role = z.extend(RoleRow, {
  heldBeyond: z.int(),
  fixedBecause: z.nullable(z.enum(roleChangeErrors)),
  modules: z.array(RoleModule),
  unknownRights: z.array(z.string()),
  ...recordFields,
});
export type Role = z.infer<typeof Role>;

/** A role that can be assigned to a user. */
export const RoleChoice = z.pick(RoleRow, { id: true, name: true, description: true, level: true, rightCount: true });
export type RoleChoice = z.infer<typeof RoleChoice>;

const RightName = z.string('field.required').check(z.minLength(1, 'field.required'), z.maxLength(64, 'field.tooLong'));

/** A module with its selected rights in a request; the name of each right suffices. */
const ModuleInput = z.object({
  shortName: z.string('field.required').check(z.maxLength(64, 'field.tooLong')),
  accessRights: z.array(z.object({ shortName: RightName })).check(z.maxLength(200, 'field.tooLong')),
});

/** The editable fields of a role. Omitted `unknownRights` stay unchanged; the list can only be shortened. */
export const RoleInput = z.object({
  name: requiredText(128),
  description: z._default(text(256), ''),
  level: z.pipe(z.string('field.required').check(z.toUpperCase()), z.enum(nodeTypes, 'field.invalid')),
  modules: z.array(ModuleInput, 'field.required').check(z.maxLength(50, 'field.tooLong')),
  unknownRights: z.optional(z.nullable(z.array(RightName).check(z.maxLength(200, 'field.tooLong')))),
});
export type RoleInput = z.infer<typeof RoleInput>;

export const RoleStatusInput = z.object({ status: z.boolean('field.required') });
export type RoleStatusInput = z.infer<typeof RoleStatusInput>;

/** The sort fields of the role list. */
export const roleSortFields = ['name', 'level', 'updatedDate'] as const;

/** The errors of an assignment; every endpoint that assigns roles can return them. */
export const roleAssignmentErrors = [
  'role.unknown',
  'role.closed',
  'role.levelTooHigh',
  'role.levelWrong',
  'role.beyondYourOwn',
  'assignment.outlastsYours',
] as const satisfies readonly ErrorCode[];

const byId = z.object({ id: RoleId });
const changeErrors = ['role.unknown', 'record.stale', ...roleChangeErrors] as const;

/** Endpoints for roles. */
export const roles = endpoints({
  list: {
    method: 'GET',
    path: '/role-management/roles',
    summary:
      'The roles of the current user’s organisation, or of the platform, up to the level of the current user’s node, and those that the current user holds; `search` finds every word in name and description.',
    allow: 'LIST_ROLES',
    query: z.extend(pageQuery(roleSortFields), {
      level: z.optional(NodeType),
      status: z.optional(z.enum(['enabled', 'disabled'])),
      /** Only roles that the user may assign to others at a node of this type. */
      givableAt: z.optional(NodeType),
    }),
    result: RoleRow,
    page: true,
    errors: ['input.badCursor'],
  },
  choices: {
    method: 'GET',
    path: '/role-management/roles/choices',
    summary: 'The roles that the current user may assign at nodes of one type, by name.',
    allow: { any: ['LIST_ROLES', 'CREATE_USER', 'EDIT_USER'] },
    query: z.extend(pageQuery(['name']), { givableAt: NodeType }),
    result: RoleChoice,
    page: true,
    errors: ['input.badCursor'],
  },
  get: {
    method: 'GET',
    path: '/role-management/roles/{id}',
    summary: 'One role with its modules and rights.',
    allow: 'VIEW_ROLE',
    params: byId,
    result: Role,
    errors: ['role.unknown'],
  },
  create: {
    method: 'POST',
    path: '/role-management/roles',
    summary:
      'Creates a role with rights that the current user holds, for levels no higher than the current user’s own.',
    allow: 'CREATE_ROLE',
    query: z.object({
      /** The target organisation, for global users only. */
      orgId: z.optional(z.uuid()),
    }),
    body: RoleInput,
    result: Role,
    errors: ['role.nameTaken', 'role.moduleUnknown', 'role.rightUnknown', 'role.levelWrong', 'role.beyondYourOwn'],
  },
  update: {
    method: 'PUT',
    path: '/role-management/roles/{id}',
    summary: 'Changes a role; the change applies to all its users from their next request on.',
    allow: 'EDIT_ROLE',
    params: byId,
    body: RoleInput,
    versioned: true,
    result: Role,
    errors: [
      ...changeErrors,
      'role.nameTaken',
      'role.rightUnknown',
      'role.levelWrong',
      'role.heldHigher',
      'role.heldLonger',
    ],
  },
  setStatus: {
    method: 'PUT',
    path: '/role-management/roles/{id}/status',
    summary: 'Enables or disables a role. Nobody can sign in by a disabled role, and sessions that use it end.',
    allow: 'ENABLED_ROLE',
    params: byId,
    body: RoleStatusInput,
    versioned: true,
    result: Role,
    errors: changeErrors,
  },
  remove: {
    method: 'DELETE',
    path: '/role-management/roles/{id}',
    summary: 'Deletes a role that is not assigned to any user; its name can be used again.',
    allow: 'DELETE_ROLE',
    params: byId,
    versioned: true,
    result: Role,
    errors: [...changeErrors, 'role.inUse', 'role.usedByKeys'],
  },
  modules: {
    method: 'GET',
    path: '/role-management/roles/modules/{id}',
    summary:
      'The modules of a role, each with its rights. Every user may read their own roles; the other roles of the organisation require VIEW_ROLE.',
    allow: 'signedIn',
    compressed: true,
    params: byId,
    result: z.array(RoleModule),
    errors: ['role.unknown'],
  },
});

const moduleRights = <const P extends `/${string}`>(path: P, module: string) =>
  ({
    method: 'GET',
    path,
    summary: `All access rights of the module ${module}, each with the permission that it grants.`,
    allow: { any: ['LIST_ROLES', 'VIEW_ROLE', 'CREATE_ROLE', 'EDIT_ROLE'] },
    immutable: true,
    result: z.array(AccessRight),
  }) as const satisfies Endpoint;

/** Endpoints that list the access rights of each module. RJ is served under the singular and the plural path. */
export const accessRights = endpoints({
  om: moduleRights('/om-config/access-rights', 'OM'),
  saga: moduleRights('/saga-config/access-rights', 'SAGA'),
  tm: moduleRights('/tm-config/access-rights', 'TM'),
  rj: moduleRights('/rj-config/access-right', 'RJ'),
  ebasket: moduleRights('/ebasket-config/access-rights', 'eBasket'),
  t2s: moduleRights('/t2s-config/access-rights', 'T2S'),
  sotk: moduleRights('/sotk-config/access-rights', 'SOTK'),
  engage: moduleRights('/engage-config/access-rights', 'Engage'),
  doti: moduleRights('/doti-config/access-rights', 'DOTI'),
  ross: moduleRights('/ross-config/access-rights', 'Ross'),
  rjInThePlural: moduleRights('/rj-config/access-rights', 'RJ'),
} satisfies Record<ModuleCode | 'rjInThePlural', Endpoint>);
