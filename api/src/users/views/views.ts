import { permits } from '@storeward/contract/access';
import { userColumnNames, type UserView, type UserViewId, type userViews } from '@storeward/contract/user-views';
import { insertAudit } from '../../audit/queries.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Context, Service } from '../../platform/http/context.ts';
import { ensure } from '../../platform/errors.ts';
import { newId } from '../../platform/database/ids.ts';
import * as queries from './view-queries.ts';

const maxOwnViews = 100;

/** Saved views of the user list and the visible columns per user. */
export const userViewsService: Service<typeof userViews> = {
  async list({ db, actor }) {
    const [views, columns] = await Promise.all([queries.listViews(db, actor), queries.findColumns(db, actor)]);
    return { views: views.map((view) => toUserView(actor, view)), columns: columns ?? null };
  },

  async create(context, { body }) {
    const { db, actor } = context;
    ensure((await queries.countOwnViews(db, actor)) < maxOwnViews, 'userView.tooMany');
    const id = newId();
    await queries.insertView(db, actor, id, body);
    const created = await lockExistingView(context, id);
    if (created.shared) await auditViewChange(context, created, 'created');
    return toUserView(actor, created);
  },

  async update(context, { params, body, version }) {
    const { db, actor } = context;
    const before = await lockChangeableView(context, params.id, version);
    // only the owner may unshare a view: it would disappear for any other editor
    ensure(body.shared || before.ownerId === actor.userId, 'userView.notYours');
    await queries.updateView(db, actor, params.id, body);
    // a newly shared view belongs to the node where its owner acts now
    if (!before.shared && body.shared) await queries.updateViewNode(db, actor, params.id);
    const after = await lockExistingView(context, params.id);
    if (before.shared || body.shared) await auditViewChange(context, after, 'updated');
    return toUserView(actor, after);
  },

  async remove(context, { params, version }) {
    const { db, actor } = context;
    const before = await lockChangeableView(context, params.id, version);
    await queries.deleteView(db, actor.scope, params.id);
    if (before.shared) await auditViewChange(context, before, 'deleted');
    return toUserView(actor, before);
  },

  async setColumns({ db, actor }, { body: { columns: requested } }) {
    const columns = userColumnNames.filter((name) => requested.includes(name));
    await queries.saveColumns(db, actor, columns);
    return { columns };
  },
};

/** Whether the actor may change a view: as its owner, or as a user editor at exactly the node where it is shared. */
function mayChange(actor: Actor, { ownerId, shared, area }: queries.StoredView): boolean {
  const { lo } = actor.scope;
  // an owner who moved away from the node of a shared view cannot change it any more
  if (ownerId === actor.userId) return !shared || area === null || area.startsWith(lo);
  return shared && area === lo && permits(actor.permissions, ['EDIT_USER']);
}

async function lockExistingView({ db, actor }: Context, id: string): Promise<queries.StoredView> {
  const view = await queries.lockView(db, actor, id);
  ensure(view, 'userView.unknown');
  return view;
}

async function lockChangeableView(
  context: Context,
  id: string,
  version: number | undefined,
): Promise<queries.StoredView> {
  const view = await lockExistingView(context, id);
  ensure(version === undefined || version === view.version, 'record.stale', {
    current: toUserView(context.actor, view),
  });
  ensure(mayChange(context.actor, view), 'userView.notYours');
  return view;
}

function toUserView(actor: Actor, view: queries.StoredView): UserView {
  const { ownerId, area: _, ...fields } = view;
  return {
    ...fields,
    id: fields.id as UserViewId,
    own: ownerId === actor.userId,
    can: { change: mayChange(actor, view) },
  };
}

/** Audits changes of shared views; private views are not audited. */
async function auditViewChange(
  { db, actor, origin }: Context,
  view: queries.StoredView,
  change: 'created' | 'updated' | 'deleted',
) {
  // an owner without a node shares with nobody
  if (!view.area) return;
  await insertAudit(db, actor.scope, origin, {
    action: `view.${change}`,
    entity: 'view',
    entityId: view.id,
    tpath: view.area,
    actorId: actor.userId,
    sessionId: actor.sessionId,
    after: { name: view.name },
  });
}
