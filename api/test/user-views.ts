import { newId } from '../src/platform/ids.ts';
import { insert, type Person } from './builders.ts';
import type { House } from './server.ts';
import type { Wish } from './wish.ts';

/** Where lists of users are kept under names. */
export const viewsUrl = '/user-management/user-views';

/** A view as somebody fills it in. */
export const filledInOfAView = (name = 'Night shift') => ({
  name,
  shared: false,
  query: { status: 'disabled' },
  columns: ['role'],
});

/** A view that everybody at a place and below it sees, kept by somebody there. */
async function aSharedView(house: House, { id: owner, at }: Person): Promise<Wish> {
  const id = newId();
  await insert(house, 'user_views', {
    id,
    org_id: at.orgId,
    owner_id: owner,
    node_id: at.id,
    area: at.tpath,
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

/** Somebody who has shared a view and chosen their columns. */
export async function aListStory(house: House, person: Person): Promise<void> {
  await aSharedView(house, person);
  await insert(house, 'user_list_columns', { org_id: person.at.orgId, user_id: person.id, columns: ['role'] });
}

/** For each door of views: what to send. */
export const viewSamples: Readonly<Record<string, () => Wish>> = {
  'userViews.create': () => ({ body: filledInOfAView(newId()) }),
  'userViews.update': () => ({ id: newId(), body: filledInOfAView(newId()) }),
  'userViews.remove': () => ({ id: newId() }),
  'userViews.setColumns': () => ({ body: { columns: ['role'] } }),
};

/** For doors of views: makes what they are about. */
export const viewsGrown: Readonly<Record<string, (house: House, about: Person) => Promise<Wish>>> = {
  'userViews.update': async (house, about) => ({
    ...(await aSharedView(house, about)),
    body: { ...filledInOfAView(newId()), shared: true },
  }),
  'userViews.remove': aSharedView,
};
