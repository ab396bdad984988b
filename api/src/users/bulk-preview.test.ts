import { beforeAll, expect, test } from 'vitest';
import {
  anAssignment,
  aNode,
  anOrganisation,
  aRole,
  aUser,
  type Caller,
  type Person,
  type Place,
  signedIn,
} from '../../test/builders.ts';
import { codeOf } from '../../test/retailer.ts';
import { aServer } from '../../test/server.ts';
import { changed, userBulkUrl, userEndsOf } from '../../test/user-bulk.ts';

const house = await aServer();
// the engine works while the server listens
await house.server.listen({ host: '127.0.0.1', port: 0 });

let org: Place;
let store: Place;
let next: Place;
let admin: Caller;
let clerks: string;
let words = 0;

beforeAll(async () => {
  org = await anOrganisation(house, { word: 'told' });
  store = await aNode(house, { parent: org, nodeType: 'STORE' });
  next = await aNode(house, { parent: org, nodeType: 'STORE' });
  clerks = await aRole(house, { of: org, rights: ['om_dashboard'] });
  admin = await signedIn(
    house,
    await aUser(house, { at: org, rights: ['list_users', 'view_user', 'enabled_user', 'edit_user', 'om_dashboard'] }),
  );
});

const clerk = (more = {}, at = store) =>
  aUser(house, { at, roleId: clerks, userName: `many.${(words += 1)}`, ...more });
const idsOf = (people: readonly Person[]) => people.map(({ id }) => id);
const statusOf = async ({ id }: Person) =>
  (await house.rows<{ status: boolean }>('select status from users where id = $1', [id]))[0]!.status;
const previewed = async (who: Caller, order: unknown) => (await who.post(`${userBulkUrl}/preview`, order)).body.result;

test('a change of many goes without those who are not there any more, and tells how many those are', async () => {
  const [one, gone, moved] = [
    await clerk(),
    await clerk({ deleted_date: '2026-01-01T00:00:00Z' }),
    await clerk({}, next),
  ];
  const keeper = await signedIn(
    house,
    await aUser(house, { at: store, rights: ['list_users', 'enabled_user', 'om_dashboard'] }),
  );
  const order = { action: 'disable', ids: idsOf([one, gone, moved]) };
  expect(await previewed(keeper, order)).toMatchObject({ userCount: 1, gone: 2, changes: 1, refused: 0 });
  const run = await changed(keeper, order);
  expect(run).toMatchObject({ rowCount: 1, updated: 1, wrong: 0, task: { action: 'disable', gone: 2 } });
  expect(await Promise.all([one, moved].map(statusOf))).toEqual([false, true]);
  // where nobody is left there is nothing to begin
  const none = { action: 'disable', ids: idsOf([gone, moved]) };
  expect(codeOf(await keeper.post(userBulkUrl, none))).toEqual([404, 'user.unknown']);
});

test('another role or place for many is told before as it then is done, whoever stands like whom', async () => {
  const keepers = await aRole(house, { of: org, rights: ['om_dashboard'], level: 'STORE' });
  const heads = await aRole(house, { of: org, rights: ['om_dashboard'], level: 'COMPANY' });
  const company = await aNode(house, { parent: org, nodeType: 'COMPANY' });
  const people = [
    await clerk(),
    await clerk(),
    await clerk({}, next),
    await clerk({ roleId: keepers }),
    await clerk({ roleId: heads }, company),
    await clerk({ roleId: heads }, company),
    await clerk({}, org),
    await aUser(house, { at: store, rights: ['delete_user'], userName: 'many.alike' }),
    await aUser(house, { at: company, rights: ['delete_user'], userName: 'many.unlike' }),
    await clerk({ roleId: admin.person.roleId }, org),
    await clerk(),
  ];
  const mighty = await aRole(house, { of: org, rights: ['delete_role'] });
  await anAssignment(house, { userId: people.at(-1)!.id, roleId: mighty, at: store, position: 1 });
  const ids = [...idsOf(people), admin.person.id];
  for (const [order, numbers] of [
    [
      { action: 'changeRole', ids, roleId: keepers },
      { changes: 3, unchanged: 1, refused: 8 },
    ],
    [
      { action: 'move', ids, nodeId: next.id },
      { changes: 7, unchanged: 1, refused: 4 },
    ],
  ] as const) {
    const told = await previewed(admin, order);
    expect(told).toMatchObject({ userCount: 12, ...numbers });
    const run = await changed(admin, order);
    const { changes: updated, unchanged, refused: wrong } = numbers;
    expect(run).toMatchObject({ updated, unchanged, wrong });
    const ends = Object.values(await userEndsOf(admin, run));
    for (const { messageCode, count } of told.faults)
      expect(ends.filter((end) => end === messageCode)).toHaveLength(count);
  }
});
