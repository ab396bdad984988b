import type { Permission } from '@storeward/contract/access';
import { newId } from '../src/platform/database/ids.ts';
import { insertRow, type TestUser } from './builders.ts';
import type { TestServer } from './server.ts';
import type { RequestParts } from './request-parts.ts';

export const viewsUrl = '/user-management/user-views';

export const viewInput = (name = 'Night shift') => ({
  name,
  shared: false,
  query: { status: 'disabled' },
  columns: ['role'],
});

export const productViewsUrl = '/product-management/product-views';

export const productViewInput = (name = 'Without price') => ({ name, shared: false, query: { flaw: 'price' } });

/** Inserts a shared view owned by the given user at their node. */
async function createSharedView(
  server: TestServer,
  { id: ownerId, node }: TestUser,
  list: 'users' | 'products' = 'users',
): Promise<RequestParts> {
  const id = newId();
  await insertRow(server, 'user_views', {
    id,
    org_id: node.orgId,
    list,
    owner_id: ownerId,
    node_id: node.id,
    area: node.tpath,
    name: id,
    name_norm: id,
    shared: true,
    query: '{}',
    columns: [],
    created_date: new Date(),
    updated_date: new Date(),
  });
  return { id };
}

/** Inserts a shared view and chosen columns for a user. */
export async function createListSettings(server: TestServer, user: TestUser): Promise<void> {
  await createSharedView(server, user);
  await insertRow(server, 'user_list_columns', { org_id: user.node.orgId, user_id: user.id, columns: ['role'] });
}

/** The permissions to change a shared view of another user. */
export const viewPermissions: Readonly<Record<string, Permission[]>> = {
  'userViews.update': ['EDIT_USER'],
  'userViews.remove': ['EDIT_USER'],
  'productViews.update': ['EDIT_SETTING'],
  'productViews.remove': ['EDIT_SETTING'],
};

/** Sample requests for the view endpoints. */
export const viewSamples: Readonly<Record<string, () => RequestParts>> = {
  'userViews.create': () => ({ body: viewInput(newId()) }),
  'userViews.update': () => ({ id: newId(), body: viewInput(newId()) }),
  'userViews.remove': () => ({ id: newId() }),
  'productViews.create': () => ({ body: productViewInput(newId()) }),
  'productViews.update': () => ({ id: newId(), body: productViewInput(newId()) }),
  'productViews.remove': () => ({ id: newId() }),
  'userViews.setColumns': () => ({ body: { columns: ['role'] } }),
};

/** Sample requests with existing views. */
export const populatedViewSamples: Readonly<
  Record<string, (server: TestServer, user: TestUser) => Promise<RequestParts>>
> = {
  'userViews.update': async (server, user) => ({
    ...(await createSharedView(server, user)),
    body: { ...viewInput(newId()), shared: true },
  }),
  'userViews.remove': (server, user) => createSharedView(server, user),
  'productViews.update': async (server, user) => ({
    ...(await createSharedView(server, user, 'products')),
    body: { ...productViewInput(newId()), shared: true },
  }),
  'productViews.remove': (server, user) => createSharedView(server, user, 'products'),
};
