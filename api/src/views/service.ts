import { permits, type Permission } from '@storeward/contract/access';
import type { ListView, ListViewId } from '@storeward/contract/list-views';
import type { ProductView, productViews } from '@storeward/contract/products/product-views';
import { userColumnNames, type UserView, type userViews } from '@storeward/contract/users/user-views';
import { insertAudit } from '../audit/queries.ts';
import type { Actor } from '../platform/actor.ts';
import type { Context, Service } from '../platform/http/pipeline/context.ts';
import { ensure } from '../platform/errors.ts';
import { newId } from '../platform/database/ids.ts';
import * as queries from './queries.ts';

const maxOwnViews = 100;

/** A list with views, and the permission to change views that others have shared. */
type ListOfViews = { readonly list: queries.ViewedList; readonly editPermission: Permission };

const users = viewsOf<UserView>({ list: 'users', editPermission: 'EDIT_USER' });

/** Saved views of the user list and the visible columns per user. */
export const userViewsService: Service<typeof userViews> = {
  ...users,

  async list(context) {
    const [views, columns] = await Promise.all([users.list(context), queries.findColumns(context.db, context.actor)]);
    return { views, columns: columns ?? null };
  },

  async setColumns({ db, actor }, { body: { columns: requested } }) {
    const columns = userColumnNames.filter((name) => requested.includes(name));
    await queries.saveColumns(db, actor, columns);
    return { columns };
  },
};

const products = viewsOf<ProductView>({ list: 'products', editPermission: 'EDIT_SETTING' });

/** Saved views of the product list. */
export const productViewsService: Service<typeof productViews> = {
  ...products,
  list: async (context) => ({ views: await products.list(context) }),
};

type ViewRequest = { readonly params: { readonly id: string }; readonly version: number | undefined };

/** Reads and changes the views of one list, whose schema has validated their queries. */
function viewsOf<View extends ListView>(kind: ListOfViews) {
  const { list } = kind;
  const toView = (actor: Actor, view: queries.StoredView): View => toListView(kind, actor, view) as unknown as View;

  async function lockExistingView({ db, actor }: Context, id: string): Promise<queries.StoredView> {
    const view = await queries.lockView(db, actor, list, id);
    ensure(view, 'userView.unknown');
    return view;
  }

  async function lockChangeableView(context: Context, { params, version }: ViewRequest): Promise<queries.StoredView> {
    const view = await lockExistingView(context, params.id);
    ensure(version === undefined || version === view.version, 'record.stale', { current: toView(context.actor, view) });
    ensure(mayChange(kind, context.actor, view), 'userView.notYours');
    return view;
  }

  return {
    async list({ db, actor }: Context): Promise<View[]> {
      return (await queries.listViews(db, actor, list)).map((view) => toView(actor, view));
    },

    async create(context: Context, { body }: { readonly body: queries.StoredViewInput }): Promise<View> {
      const { db, actor } = context;
      ensure((await queries.countOwnViews(db, actor, list)) < maxOwnViews, 'userView.tooMany');
      const id = newId();
      await queries.insertView(db, actor, list, id, body);
      const created = await lockExistingView(context, id);
      if (created.shared) await auditViewChange(context, created, 'created');
      return toView(actor, created);
    },

    async update(context: Context, request: ViewRequest & { readonly body: queries.StoredViewInput }): Promise<View> {
      const { db, actor } = context;
      const { params, body } = request;
      const before = await lockChangeableView(context, request);
      // only the owner may unshare a view: it would disappear for any other editor
      ensure(body.shared || before.ownerId === actor.userId, 'userView.notYours');
      await queries.updateView(db, actor, params.id, body);
      // a newly shared view belongs to the node where its owner acts now
      if (!before.shared && body.shared) await queries.updateViewNode(db, actor, params.id);
      const after = await lockExistingView(context, params.id);
      if (before.shared || body.shared) await auditViewChange(context, after, 'updated');
      return toView(actor, after);
    },

    async remove(context: Context, request: ViewRequest): Promise<View> {
      const before = await lockChangeableView(context, request);
      await queries.deleteView(context.db, context.actor.scope, request.params.id);
      if (before.shared) await auditViewChange(context, before, 'deleted');
      return toView(context.actor, before);
    },
  };
}

/** Whether the actor may change a view: as its owner, or as an editor of its records at exactly the node where it is shared. */
function mayChange(
  { editPermission }: ListOfViews,
  actor: Actor,
  { ownerId, shared, area }: queries.StoredView,
): boolean {
  const { lo } = actor.scope;
  // an owner who moved away from the node of a shared view cannot change it any more
  if (ownerId === actor.userId) return !shared || area === null || area.startsWith(lo);
  return shared && area === lo && permits(actor.permissions, [editPermission]);
}

function toListView(kind: ListOfViews, actor: Actor, view: queries.StoredView): ListView {
  const { ownerId, area: _, ...fields } = view;
  const own = { own: ownerId === actor.userId, can: { change: mayChange(kind, actor, view) } };
  return { ...fields, id: fields.id as ListViewId, ...own };
}

/** Audits changes of shared views; private views are not audited. */
async function auditViewChange(
  { db, actor, origin }: Context,
  view: queries.StoredView,
  change: 'created' | 'updated' | 'deleted',
) {
  // a view of an owner without a node is shared with nobody
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
