import type { Permission } from '@storeward/contract/access';
import type { Assignment, assignments, Lack } from '@storeward/contract/assignments';
import { permissionsOf } from '@storeward/contract/modules';
import type { UserId } from '@storeward/contract/users';
import type { Attempts } from '../attempts/queries.ts';
import type { Context, Service } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import * as rows from './assignment-queries.ts';
import { userReader, writeDown } from './one-user.ts';
import { lockUser } from './queries.ts';
import { demandGivable, placeWanted } from './standing.ts';
import { insertAssignment } from './standing-queries.ts';

/** How many roles somebody may hold besides their own: one chooses among them in a menu. */
const mostBesides = 20;

/** Roles that people hold besides their own, and what all of them allow. */
export function assignmentsService({
  attempts,
}: {
  readonly attempts: Pick<Attempts, 'locksOn'>;
}): Service<typeof assignments> {
  const userInScope = userReader(attempts);

  /** Goes on only with somebody whose roles the actor may change, who is kept still until that is stored. */
  async function changeable(context: Context, id: UserId) {
    const { db, actor } = context;
    await lockUser(db, actor.scope, id);
    const user = await userInScope(context, id);
    demand(id !== actor.userId, 'user.ownStanding');
    demand(user.can.edit, 'user.beyondYourOwn');
    return user;
  }

  const held = async ({ db, actor }: Context, id: UserId) =>
    (await rows.listAssignments(db, actor.scope, id)).map(told);

  return {
    async list(context, { params: { id } }) {
      await userInScope(context, id);
      return held(context, id);
    },

    async create(context, { params: { id }, body: { roleId, nodeId, until = null } }) {
      const { db, actor } = context;
      const user = await changeable(context, id);
      demand(until === null || (await rows.isAhead(db, actor.scope, until)), 'assignment.past');
      const at = await placeWanted(context, nodeId);
      await demandGivable(context, roleId, at);
      await rows.deleteOver(db, actor.scope, id);
      const before = await rows.listAssignments(db, actor.scope, id);
      demand(before.length <= mostBesides, 'assignment.tooMany');
      const position = 1 + Math.max(0, ...before.map((one) => one.position));
      const made = await insertAssignment(db, actor.scope, { userId: id, roleId, at, position, until }, actor.userId);
      const after = await rows.listAssignments(db, actor.scope, id);
      const given = after.find((one) => one.id === made);
      await writeDown(context, user, 'user.roleGiven', { after: facts(given) });
      return after.map(told);
    },

    async remove(context, { params: { id, assignmentId } }) {
      const { db, actor } = context;
      const user = await changeable(context, id);
      const before = await rows.listAssignments(db, actor.scope, id);
      const taken = before.find((one) => one.id === assignmentId);
      demand(await rows.deleteAssignment(db, actor.scope, id, assignmentId), 'assignment.gone');
      await writeDown(context, user, 'user.roleTaken', { before: facts(taken) });
      return held(context, id);
    },

    async explain(context, { params: { id }, query: { permission, nodeId } }) {
      const { db, actor } = context;
      const [user, place, all] = await Promise.all([
        userInScope(context, id),
        rows.findAskedPlace(db, actor.scope, id, nodeId),
        rows.listAssignments(db, actor.scope, id),
      ]);
      // somebody without a place has nothing to do anywhere
      demand(place || !nodeId, 'node.unknown');
      const ways = all.map((one) => ({ ...told(one), lacks: lacksOf(one, permission, place?.tpath) }));
      const beyond = await rows.holdsBeyond(
        db,
        actor.scope,
        id,
        all.flatMap(({ accessRights }) => accessRights),
      );
      const { status, locked, manualPassword } = user;
      const mustChangePassword = !manualPassword;
      const free = status && !locked && !mustChangePassword;
      const allowed = free && ways.some(({ lacks }) => lacks.length === 0);
      return { allowed, status, locked, mustChangePassword, ways, beyond };
    },
  };
}

/** What an assignment lacks for a permission to count at a path. */
function lacksOf(one: rows.HeldAssignment, permission: Permission, path: string | undefined): Lack[] {
  const lacking: Record<Lack, boolean> = {
    permission: !permissionsOf(one.accessRights).includes(permission),
    place: one.place === null || !path?.startsWith(one.tpath),
    over: one.over,
    roleClosed: !one.role.status,
    placeClosed: one.placeClosed,
  };
  return (Object.keys(lacking) as Lack[]).filter((lack) => lacking[lack]);
}

const told = ({ id, role, place, until, over, first, createdDate }: rows.HeldAssignment): Assignment => ({
  id,
  role,
  place,
  until,
  over,
  first,
  createdDate,
});

const facts = (one: rows.HeldAssignment | undefined) => ({
  role: one?.role.name ?? null,
  place: one?.place?.name ?? null,
  ...(one?.until ? { until: one.until } : {}),
});
