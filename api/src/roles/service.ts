import { type NodeType, nodeTypes, permits, ranks } from '@storeward/contract/access';
import type { ErrorCode } from '@storeward/contract/errors';
import { accessRightsOf, type ModuleCode, modulesOf, unknownRightsOf } from '@storeward/contract/modules';
import { pageWanted } from '@storeward/contract/paging';
import type { accessRights, Role, RoleId, RoleInput, RoleRow, roles } from '@storeward/contract/roles';
import { difference, insertAudit } from '../audit/queries.ts';
import type { Actor } from '../platform/actor.ts';
import type { Context, Service } from '../platform/context.ts';
import { demand, Refusal } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { changeFault, givableLevels, grantFault, levelsWithin, roleAbilities } from './policy.ts';
import * as queries from './queries.ts';

/** What people may do. */
export const rolesService: Service<typeof roles> = {
  async list({ db, actor }, { query }) {
    const { level, status, givableAt } = query;
    const givable = givableAt && { levels: givableLevels(actor, givableAt), rights: actor.accessRights };
    const wanted = { ...pageWanted(query, 'name:asc'), level, status, givable };
    demand(wanted.cursor === undefined, 'input.badCursor'); // roles come page by page only
    const [rows, total] = await Promise.all([
      queries.listRoles(db, actor.scope, sightOf(actor), wanted),
      queries.countRoles(db, actor.scope, sightOf(actor), wanted),
    ]);
    return { result: rows.map((row) => listed(actor, row)), total };
  },

  async choices({ db, actor }, { query }) {
    const givable = { levels: givableLevels(actor, query.givableAt), rights: actor.accessRights };
    const wanted = { ...pageWanted(query, 'name:asc'), givable };
    demand(wanted.cursor === undefined, 'input.badCursor');
    const [result, total] = await Promise.all([
      queries.listChoices(db, actor.scope, sightOf(actor), wanted),
      queries.countRoles(db, actor.scope, sightOf(actor), wanted),
    ]);
    return { result, total };
  },

  get: async (context, { params }) => shown(context.actor, await roleInSight(context, params.id)),

  async create(context, { body }) {
    const { db, actor } = context;
    const role = { ...body, id: newId() as RoleId, accessRights: rightsOf(body, []) };
    refuse(grantFault(actor, role));
    await queries.insertRole(db, actor.scope, role, actor.userId);
    const after = await roleInSight(context, role.id);
    await writeDown(context, after.id, 'role.created', { after: { ...filledIn(after), rights: after.accessRights } });
    return shown(actor, after);
  },

  async update(context, { params, body, version }) {
    const { db, actor } = context;
    const before = await toBeChanged(context, params.id, version);
    const wanted = { ...body, accessRights: rightsOf(body, before.accessRights) };
    refuse(grantFault(actor, wanted));
    await demandHeldBelow(context, before, wanted.level);
    await queries.updateRole(db, actor.scope, params.id, wanted, actor.userId);
    const after = await roleInSight(context, params.id);
    const { before: was, after: is } = difference(filledIn(before), filledIn(after));
    const { rightsRemoved, rightsAdded } = rightsBetween(before, after);
    await writeDown(context, params.id, 'role.updated', {
      before: { ...was, ...(rightsRemoved.length > 0 && { rightsRemoved }) },
      after: { ...is, ...(rightsAdded.length > 0 && { rightsAdded }) },
    });
    return shown(actor, after);
  },

  async setStatus(context, { params, body: { status }, version }) {
    const { db, actor } = context;
    const before = await toBeChanged(context, params.id, version);
    if (status === before.status) return shown(actor, before);
    await queries.updateRole(db, actor.scope, params.id, { status }, actor.userId);
    await writeDown(context, params.id, status ? 'role.enabled' : 'role.disabled', {
      before: { status: before.status },
      after: { status },
    });
    return shown(actor, await roleInSight(context, params.id));
  },

  async remove(context, { params, version }) {
    const { db, actor } = context;
    const before = await toBeChanged(context, params.id, version);
    const { userCount, moreUsers } = before;
    demand(userCount === 0, 'role.inUse', {
      message: `This role is held by ${moreUsers ? 'more than ' : ''}${userCount} ${userCount === 1 ? 'user' : 'users'}. Give them another one first.`,
      current: shown(actor, before),
    });
    await queries.updateRole(db, actor.scope, params.id, 'deleted', actor.userId);
    await writeDown(context, params.id, 'role.deleted', {
      before: { ...filledIn(before), rights: before.accessRights },
    });
    return shown(actor, before);
  },

  // the browser asks at sign-in, and a 403 would end that session: what is not one's own does not exist then
  async modules({ db, actor }, { params }) {
    const { userId } = actor;
    const sight = permits(actor.permissions, ['VIEW_ROLE']) ? sightOf(actor) : { levels: [], userId };
    const rights = await queries.findAccessRights(db, actor.scope, sight, params.id);
    demand(rights, 'role.unknown');
    return modulesOf(rights);
  },
};

/** Answers with all rights of one module, always the same list. */
function rightsOfModule(code: ModuleCode) {
  const rights = [...accessRightsOf(code)];
  return async () => rights;
}

/** Every right that a role can give, module by module. */
export const accessRightsService: Service<typeof accessRights> = {
  om: rightsOfModule('om'),
  saga: rightsOfModule('saga'),
  tm: rightsOfModule('tm'),
  rj: rightsOfModule('rj'),
  ebasket: rightsOfModule('ebasket'),
  t2s: rightsOfModule('t2s'),
  sotk: rightsOfModule('sotk'),
  engage: rightsOfModule('engage'),
  doti: rightsOfModule('doti'),
  ross: rightsOfModule('ross'),
  rjInThePlural: rightsOfModule('rj'),
};

const sightOf = (actor: Actor): queries.Sight => ({ levels: levelsWithin(actor), userId: actor.userId });

/** One role as it is stored; refused by name where it stands above the reader and is not theirs. */
async function roleInSight({ db, actor }: Context, id: RoleId): Promise<queries.StoredRole> {
  const found = await queries.findRole(db, actor.scope, sightOf(actor), id);
  demand(found, 'role.unknown');
  return found;
}

/** A role that is held until its change is stored, in the version that the change starts from. */
async function toBeChanged(context: Context, id: RoleId, version: number | undefined): Promise<queries.StoredRole> {
  const { db, actor } = context;
  await queries.lockRole(db, actor.scope, id);
  const before = await roleInSight(context, id);
  demand(version === undefined || version === before.version, 'record.stale', { current: shown(actor, before) });
  const { heldBeyond } = before;
  const fault = changeFault(actor, before);
  demand(fault !== 'role.heldBeyond', 'role.heldBeyond', {
    message: `This role is also held outside your area, by ${heldBeyond} ${heldBeyond === 1 ? 'user' : 'users'}.`,
    current: shown(actor, before),
  });
  refuse(fault);
  return before;
}

/** Nobody holds a role at a higher place than it is meant for. */
async function demandHeldBelow({ db, actor }: Context, { id, level: before }: queries.StoredRole, level: NodeType) {
  if (ranks[level] >= ranks[before]) return;
  const below = nodeTypes.filter((type) => ranks[type] <= ranks[level]);
  const users = await queries.countHoldersElsewhere(db, actor.scope, id, below);
  demand(users === 0, 'role.heldHigher', {
    message: `This role is held at higher places, by ${users} ${users === 1 ? 'user' : 'users'}.`,
  });
}

/** The rights that were ticked, in the order in which we know them; those that nobody knows any more stay, unless they are taken away. */
function rightsOf({ modules, unknownRights }: RoleInput, before: readonly string[]): string[] {
  const ticked = modules.flatMap((module) => module.accessRights.map(({ shortName }) => shortName));
  const unknown = unknownRights ?? unknownRightsOf(before);
  const never = [...unknownRightsOf(ticked), ...unknown].filter(
    (right) => !before.includes(right) || unknownRightsOf([right]).length === 0,
  );
  demand(never.length === 0, 'role.rightUnknown', { message: `There is no such right: ${never.join(', ')}.` });
  const known = modulesOf(ticked).flatMap((module) => module.accessRights.map(({ shortName }) => shortName));
  return [...known, ...new Set([...unknown, ...unknownRightsOf(ticked)])];
}

const rightsBetween = (before: queries.StoredRole, after: queries.StoredRole) => ({
  rightsRemoved: before.accessRights.filter((right) => !after.accessRights.includes(right)),
  rightsAdded: after.accessRights.filter((right) => !before.accessRights.includes(right)),
});

function listed(actor: Actor, role: queries.StoredRole): RoleRow {
  const { id, name, description, level, status, userCount, moreUsers, updatedDate, version } = role;
  const rightCount = role.accessRights.length;
  const can = roleAbilities(actor, role);
  return { id, name, description, level, status, rightCount, userCount, moreUsers, updatedDate, version, can };
}

function shown(actor: Actor, role: queries.StoredRole): Role {
  const { accessRights: rights, createdDate, createdBy, updatedBy } = role;
  return {
    ...listed(actor, role),
    heldBeyond: role.heldBeyond,
    fixedBecause: changeFault(actor, role) ?? null,
    modules: modulesOf(rights),
    unknownRights: unknownRightsOf(rights),
    createdDate,
    createdBy,
    updatedBy,
  };
}

/** The part of a role that a change is written down by; its rights are told one by one. */
const filledIn = ({ name, description, level }: queries.StoredRole) => ({ name, description, level });

/** Refuses by the name that a rule gives, if it gives one. */
function refuse(fault: ErrorCode | undefined): void {
  if (fault) throw new Refusal(fault);
}

/** Writes down what was changed about a role, at the place it was changed from. */
async function writeDown(
  { db, actor, origin }: Context,
  id: RoleId,
  action: `role.${string}`,
  change: { before?: unknown; after?: unknown },
): Promise<void> {
  const { scope, userId: actorId, sessionId } = actor;
  const happening = { action, entity: 'role', entityId: id, tpath: scope.lo, actorId, sessionId };
  await insertAudit(db, scope, origin, { ...happening, ...change });
}
