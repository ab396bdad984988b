import { type NodeType, nodeTypes, permits, ranks } from '@storeward/contract/access';
import { accessRightsOf, type ModuleCode, moduleCodes, modulesOf, unknownRightsOf } from '@storeward/contract/modules';
import { pageParams } from '@storeward/contract/paging';
import type { accessRights, Role, RoleId, RoleInput, RoleRow, roles } from '@storeward/contract/roles';
import { difference, insertAudit } from '../audit/queries.ts';
import { includingHidden } from '../nodes/queries.ts';
import type { Actor } from '../platform/actor.ts';
import type { Context, Service } from '../platform/http/pipeline/context.ts';
import { ensure, throwIfError } from '../platform/errors.ts';
import { newId } from '../platform/database/ids.ts';
import { changeError, assignableLevels, grantError, levelsUpToOwn, roleAbilities } from './policy.ts';
import * as queries from './queries.ts';

export const rolesService: Service<typeof roles> = {
  async list({ db, actor }, { query }) {
    const { level, status, givableAt } = query;
    const assignable = givableAt && { levels: assignableLevels(actor, givableAt), rights: actor.accessRights };
    const requested = { ...pageParams(query, 'name:asc'), level, status, assignable };
    ensure(requested.cursor === undefined, 'input.badCursor'); // this list supports page numbers only
    const [rows, total] = await Promise.all([
      queries.listRoles(db, actor.scope, visibilityOf(actor), requested),
      queries.countRoles(db, actor.scope, visibilityOf(actor), requested),
    ]);
    return { result: rows.map((row) => toRoleRow(actor, row)), total };
  },

  async choices({ db, actor }, { query }) {
    const assignable = { levels: assignableLevels(actor, query.givableAt), rights: actor.accessRights };
    const requested = { ...pageParams(query, 'name:asc'), assignable };
    ensure(requested.cursor === undefined, 'input.badCursor');
    const [result, total] = await Promise.all([
      queries.listChoices(db, actor.scope, visibilityOf(actor), requested),
      queries.countRoles(db, actor.scope, visibilityOf(actor), requested),
    ]);
    return { result, total };
  },

  get: async (context, { params }) => toRole(context.actor, await findVisibleRole(context, params.id)),

  async create(context, { body }) {
    const { db, actor } = context;
    const role = { ...body, id: newId() as RoleId, accessRights: resolveRights(body, []) };
    throwIfError(grantError(actor, role));
    await queries.insertRole(db, actor.scope, role, actor.userId);
    const after = await findVisibleRole(context, role.id);
    await recordAudit(context, after.id, 'role.created', {
      after: { ...auditFields(after), rights: after.accessRights },
    });
    return toRole(actor, after);
  },

  async update(context, { params, body, version }) {
    const { db, actor } = context;
    const before = await lockForUpdate(context, params.id, version);
    const requested = { ...body, accessRights: resolveRights(body, before.accessRights) };
    throwIfError(grantError(actor, requested));
    await ensureNotHeldHigher(context, before, requested.level);
    await ensureNotHeldLonger(context, before, requested.accessRights);
    await queries.updateRole(db, actor.scope, params.id, requested, actor.userId);
    const after = await findVisibleRole(context, params.id);
    const { before: changedBefore, after: changedAfter } = difference(auditFields(before), auditFields(after));
    const { rightsRemoved, rightsAdded } = diffRights(before, after);
    await recordAudit(context, params.id, 'role.updated', {
      before: { ...changedBefore, ...(rightsRemoved.length > 0 && { rightsRemoved }) },
      after: { ...changedAfter, ...(rightsAdded.length > 0 && { rightsAdded }) },
    });
    return toRole(actor, after);
  },

  async setStatus(context, { params, body: { status }, version }) {
    const { db, actor } = context;
    const before = await lockForUpdate(context, params.id, version);
    if (status === before.status) return toRole(actor, before);
    await queries.updateRole(db, actor.scope, params.id, { status }, actor.userId);
    await recordAudit(context, params.id, status ? 'role.enabled' : 'role.disabled', {
      before: { status: before.status },
      after: { status },
    });
    return toRole(actor, await findVisibleRole(context, params.id));
  },

  async remove(context, { params, version }) {
    const { db, actor } = context;
    const before = await lockForUpdate(context, params.id, version);
    const { userCount, moreUsers } = await includingHidden(db, () => findVisibleRole(context, params.id));
    ensure(userCount === 0, 'role.inUse', {
      message: `This role is held by ${moreUsers ? 'more than ' : ''}${userCount} ${userCount === 1 ? 'user' : 'users'}. Give them another one first.`,
      current: toRole(actor, before),
    });
    const keys = await includingHidden(db, () => queries.countServiceAccounts(db, actor.scope, params.id));
    ensure(keys === 0, 'role.usedByKeys', { current: toRole(actor, before) });
    await queries.updateRole(db, actor.scope, params.id, 'deleted', actor.userId);
    await recordAudit(context, params.id, 'role.deleted', {
      before: { ...auditFields(before), rights: before.accessRights },
    });
    return toRole(actor, before);
  },

  // The browser requests this at sign-in, where a 403 would end the session: without VIEW_ROLE, roles of others are 404.
  async modules({ db, actor }, { params }) {
    const { userId } = actor;
    const visibility = permits(actor.permissions, ['VIEW_ROLE']) ? visibilityOf(actor) : { levels: [], userId };
    const rights = await queries.findAccessRights(db, actor.scope, visibility, params.id);
    ensure(rights, 'role.unknown');
    return modulesOf(rights);
  },
};

/** Returns a handler that always responds with the access rights of one module. */
function moduleRightsHandler(code: ModuleCode) {
  const rights = [...accessRightsOf(code)];
  return async () => rights;
}

export const accessRightsService: Service<typeof accessRights> = {
  om: moduleRightsHandler('om'),
  saga: moduleRightsHandler('saga'),
  tm: moduleRightsHandler('tm'),
  rj: moduleRightsHandler('rj'),
  ebasket: moduleRightsHandler('ebasket'),
  t2s: moduleRightsHandler('t2s'),
  sotk: moduleRightsHandler('sotk'),
  engage: moduleRightsHandler('engage'),
  doti: moduleRightsHandler('doti'),
  ross: moduleRightsHandler('ross'),
  rjInThePlural: moduleRightsHandler('rj'),
};

const visibilityOf = (actor: Actor): queries.RoleVisibility => ({ levels: levelsUpToOwn(actor), userId: actor.userId });

/** Loads a visible role; throws `role.unknown` otherwise. */
async function findVisibleRole({ db, actor }: Context, id: RoleId): Promise<queries.StoredRole> {
  const role = await queries.findRole(db, actor.scope, visibilityOf(actor), id);
  ensure(role, 'role.unknown');
  return role;
}

/** Locks a role and loads it; throws if `version` is outdated or the actor may not change the role. */
async function lockForUpdate(context: Context, id: RoleId, version: number | undefined): Promise<queries.StoredRole> {
  const { db, actor } = context;
  await queries.lockRole(db, actor.scope, id);
  const before = await findVisibleRole(context, id);
  ensure(version === undefined || version === before.version, 'record.stale', { current: toRole(actor, before) });
  const { heldBeyond } = before;
  const code = changeError(actor, before);
  ensure(code !== 'role.heldBeyond', 'role.heldBeyond', {
    message: `This role is also held outside your area, by ${heldBeyond} ${heldBeyond === 1 ? 'user' : 'users'}.`,
    current: toRole(actor, before),
  });
  throwIfError(code);
  return before;
}

/** Throws `role.heldHigher` if users hold the role above the new level. */
async function ensureNotHeldHigher({ db, actor }: Context, { id, level: before }: queries.StoredRole, level: NodeType) {
  if (ranks[level] >= ranks[before]) return;
  const allowedLevels = nodeTypes.filter((type) => ranks[type] <= ranks[level]);
  const users = await includingHidden(db, () => queries.countHoldersAtOtherLevels(db, actor.scope, id, allowedLevels));
  ensure(users === 0, 'role.heldHigher', {
    message: `This role is held at higher places, by ${users} ${users === 1 ? 'user' : 'users'}.`,
  });
}

/** Throws `role.heldLonger` if users who hold the role for longer than the actor's own assignment lasts would gain rights. */
async function ensureNotHeldLonger({ db, actor }: Context, role: queries.StoredRole, rights: readonly string[]) {
  const addsRights = rights.some((right) => !role.accessRights.includes(right));
  if (actor.assignmentUntil === null || !addsRights) return;
  const users = await queries.countHoldersBeyond(db, actor.scope, role.id, actor.assignmentUntil);
  ensure(users === 0, 'role.heldLonger', {
    message: `This role is held for longer than your own role lasts, by ${users} ${users === 1 ? 'user' : 'users'}.`,
  });
}

const isModuleCode = (name: string): boolean => moduleCodes.some((code) => code === name);

/**
 * The selected rights in canonical order. Rights unknown to this version stay unless they are removed; new unknown ones
 * are rejected.
 */
function resolveRights({ modules, unknownRights }: RoleInput, before: readonly string[]): string[] {
  const unknownModules = modules.flatMap(({ shortName }) => (isModuleCode(shortName) ? [] : [shortName]));
  ensure(unknownModules.length === 0, 'role.moduleUnknown', {
    message: `There is no such module: ${unknownModules.join(', ')}.`,
  });
  const selected = modules.flatMap((module) => module.accessRights.map(({ shortName }) => shortName));
  const unknown = unknownRights ?? unknownRightsOf(before);
  const invalid = [...unknownRightsOf(selected), ...unknown].filter(
    (right) => !before.includes(right) || unknownRightsOf([right]).length === 0,
  );
  ensure(invalid.length === 0, 'role.rightUnknown', { message: `There is no such right: ${invalid.join(', ')}.` });
  const known = modulesOf(selected).flatMap((module) => module.accessRights.map(({ shortName }) => shortName));
  return [...known, ...new Set([...unknown, ...unknownRightsOf(selected)])];
}

const diffRights = (before: queries.StoredRole, after: queries.StoredRole) => ({
  rightsRemoved: before.accessRights.filter((right) => !after.accessRights.includes(right)),
  rightsAdded: after.accessRights.filter((right) => !before.accessRights.includes(right)),
});

function toRoleRow(actor: Actor, role: queries.StoredRole): RoleRow {
  const { id, name, description, level, status, userCount, moreUsers, updatedDate, version } = role;
  const rightCount = role.accessRights.length;
  const can = roleAbilities(actor, role);
  return { id, name, description, level, status, rightCount, userCount, moreUsers, updatedDate, version, can };
}

function toRole(actor: Actor, role: queries.StoredRole): Role {
  const { accessRights: rights, createdDate, createdBy, updatedBy } = role;
  return {
    ...toRoleRow(actor, role),
    heldBeyond: role.heldBeyond,
    fixedBecause: changeError(actor, role) ?? null,
    modules: modulesOf(rights),
    unknownRights: unknownRightsOf(rights),
    createdDate,
    createdBy,
    updatedBy,
  };
}

/** The fields of a role that audit entries contain; rights are recorded separately. */
const auditFields = ({ name, description, level }: queries.StoredRole) => ({ name, description, level });

/** Inserts an audit entry at the root of the actor's scope. */
async function recordAudit(
  { db, actor, origin }: Context,
  id: RoleId,
  action: `role.${string}`,
  change: { before?: unknown; after?: unknown },
): Promise<void> {
  const { scope, userId: actorId, sessionId } = actor;
  const auditEvent = { action, entity: 'role', entityId: id, tpath: scope.lo, actorId, sessionId };
  await insertAudit(db, scope, origin, { ...auditEvent, ...change });
}
