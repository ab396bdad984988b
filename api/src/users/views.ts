import { permits } from '@storeward/contract/access';
import { userColumnNames, type UserView, type UserViewId, type userViews } from '@storeward/contract/user-views';
import { insertAudit } from '../audit/queries.ts';
import type { Actor } from '../platform/actor.ts';
import type { Context, Service } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import * as queries from './view-queries.ts';

/** How many views one person may keep. */
const ownAtMost = 100;

/** Lists of users that are kept under names, and the columns that somebody wants to see. */
export const userViewsService: Service<typeof userViews> = {
  async list({ db, actor }) {
    const [views, columns] = await Promise.all([queries.listViews(db, actor), queries.findColumns(db, actor)]);
    return { views: views.map((view) => shownTo(actor, view)), columns: columns ?? null };
  },

  async create(context, { body }) {
    const { db, actor } = context;
    demand((await queries.countOwnViews(db, actor)) < ownAtMost, 'userView.tooMany');
    const id = newId();
    await queries.insertView(db, actor, id, body);
    const made = await held(context, id);
    if (made.shared) await writeDown(context, made, 'created');
    return shownTo(actor, made);
  },

  async update(context, { params, body, version }) {
    const { db, actor } = context;
    const before = await changeable(context, params.id, version);
    // whoever else may change it would not see it any more
    demand(body.shared || before.ownerId === actor.userId, 'userView.notYours');
    await queries.updateView(db, actor, params.id, body);
    // shared only now, it is shared from where its author stands now
    if (!before.shared && body.shared) await queries.moveView(db, actor, params.id);
    const after = await held(context, params.id);
    if (before.shared || body.shared) await writeDown(context, after, 'updated');
    return shownTo(actor, after);
  },

  async remove(context, { params, version }) {
    const { db, actor } = context;
    const before = await changeable(context, params.id, version);
    await queries.deleteView(db, actor.scope, params.id);
    if (before.shared) await writeDown(context, before, 'deleted');
    return shownTo(actor, before);
  },

  async setColumns({ db, actor }, { body: { columns: wanted } }) {
    const columns = userColumnNames.filter((name) => wanted.includes(name));
    await queries.saveColumns(db, actor, columns);
    return { columns };
  },
};

/** Whether a view is the actor's to change: their own, or one shared at the very place where they may edit users. */
function mayChange(actor: Actor, { ownerId, shared, area }: queries.StoredView): boolean {
  const { lo } = actor.scope;
  // whoever has left the place where they shared it leaves it to those who are there
  if (ownerId === actor.userId) return !shared || area === null || area.startsWith(lo);
  return shared && area === lo && permits(actor.permissions, ['EDIT_USER']);
}

async function held({ db, actor }: Context, id: string): Promise<queries.StoredView> {
  const view = await queries.lockView(db, actor, id);
  demand(view, 'userView.unknown');
  return view;
}

async function changeable(context: Context, id: string, version: number | undefined): Promise<queries.StoredView> {
  const view = await held(context, id);
  demand(version === undefined || version === view.version, 'record.stale', {
    current: shownTo(context.actor, view),
  });
  demand(mayChange(context.actor, view), 'userView.notYours');
  return view;
}

function shownTo(actor: Actor, view: queries.StoredView): UserView {
  const { ownerId, area: _, ...told } = view;
  return {
    ...told,
    id: told.id as UserViewId,
    own: ownerId === actor.userId,
    can: { change: mayChange(actor, view) },
  };
}

/** What many people see is written down when it changes; what somebody keeps for themselves is not. */
async function writeDown(
  { db, actor, origin }: Context,
  view: queries.StoredView,
  what: 'created' | 'updated' | 'deleted',
) {
  // shared from nowhere it is shared with nobody
  if (!view.area) return;
  await insertAudit(db, actor.scope, origin, {
    action: `view.${what}`,
    entity: 'view',
    entityId: view.id,
    tpath: view.area,
    actorId: actor.userId,
    sessionId: actor.sessionId,
    after: { name: view.name },
  });
}
