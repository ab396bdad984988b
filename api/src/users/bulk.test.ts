import { beforeAll, describe, expect, test } from 'vitest';
import {
  aNode,
  anOrganisation,
  aRole,
  aUser,
  type Caller,
  type Person,
  type Place,
  signedIn,
  signIn,
} from '../../test/builders.ts';
import { codeOf } from '../../test/retailer.ts';
import { aServer } from '../../test/server.ts';
import { changed, changesRested, userBulkUrl, userEndsOf } from '../../test/user-bulk.ts';

const house = await aServer({ signInTries: 3, addressTries: 1_000_000, recoveryMails: 2 });
// the engine works while the server listens
await house.server.listen({ host: '127.0.0.1', port: 0 });

let org: Place;
let store: Place;
let next: Place;
let admin: Caller;
let clerks: string;
let words = 0;

beforeAll(async () => {
  org = await anOrganisation(house, { word: 'many' });
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

describe('users disabled at once', () => {
  test('are told in numbers before, shut out everywhere, and each written down', async () => {
    const [one, two, gone] = [await clerk(), await clerk(), await clerk({ status: false })];
    const strong = await aUser(house, { at: store, rights: ['delete_user'], userName: 'many.strong' });
    const session = await signedIn(house, one);
    const order = { action: 'disable', ids: [...idsOf([one, two, gone, strong]), admin.person.id] };
    expect(await previewed(admin, order)).toEqual({
      userCount: 5,
      gone: 0,
      changes: 2,
      unchanged: 1,
      refused: 2,
      faults: expect.arrayContaining([
        { messageCode: 'user.beyondYourOwn', count: 1 },
        { messageCode: 'user.self', count: 1 },
      ]),
    });
    expect(await statusOf(one)).toBe(true);
    const run = await changed(admin, order);
    expect(run).toMatchObject({ state: 'done', rowCount: 5, updated: 2, unchanged: 1, wrong: 2, can: { undo: true } });
    expect(await userEndsOf(admin, run)).toEqual({
      [one.userName]: 'updated',
      [two.userName]: 'updated',
      [gone.userName]: 'unchanged',
      'many.strong': 'user.beyondYourOwn',
      [admin.person.userName]: 'user.self',
    });
    expect(await Promise.all([one, two, gone, strong].map(statusOf))).toEqual([false, false, false, true]);
    expect((await session.get(`/user-management/users/${one.id}`)).status).toBe(401);
    expect(
      await house.rows(`select action, before, after, actor_id from audit where entity_id = any($1) and run_id = $2`, [
        idsOf([one, two, gone, strong]),
        run.id,
      ]),
    ).toEqual(
      Array.from({ length: 2 }, () => ({
        action: 'user.disabled',
        before: { status: true },
        after: { status: false },
        actor_id: admin.person.id,
      })),
    );
  });

  test('are let in again when that is taken back, but for whom somebody has changed since', async () => {
    const [one, two] = [await clerk(), await clerk()];
    const run = await changed(admin, { action: 'disable', ids: idsOf([one, two]) });
    await admin.put(`/user-management/users/${two.id}/status`, { status: true });
    await admin.put(`/user-management/users/${two.id}/status`, { status: false });
    expect((await admin.put(`${userBulkUrl}/${run.id}/undo`)).status).toBe(200);
    expect(await changesRested(admin, run.id)).toMatchObject({ state: 'undone', undone: 1, kept: 1 });
    expect([await statusOf(one), await statusOf(two)]).toEqual([true, false]);
  });
});

describe('users enabled at once', () => {
  test('may sign in again, and wrong tries are forgotten', async () => {
    const [off, locked, on] = [await clerk({ status: false }), await clerk(), await clerk()];
    for (let tries = 0; tries < 3; tries += 1) await signIn(house, { ...locked, secret: 'wrong' });
    const run = await changed(admin, { action: 'enable', ids: idsOf([off, locked, on]) });
    expect(await userEndsOf(admin, run)).toEqual({
      [off.userName]: 'updated',
      [locked.userName]: 'updated',
      [on.userName]: 'unchanged',
    });
    for (const person of [off, locked]) expect((await signIn(house, person)).status).toBe(200);
  });
});

describe('links to a new password sent at once', () => {
  const linksTo = async (people: readonly Person[]) =>
    (
      await house.rows<{ count: number }>(
        `select count(*)::int as count from mails where kind = 'resetLink' and user_id = any($1)`,
        [idsOf(people)],
      )
    )[0]!.count;

  test('go to whoever may sign in, so often and no more, and are told to nobody else', async () => {
    const [one, off, often] = [await clerk(), await clerk({ status: false }), await clerk()];
    for (let times = 0; times < 2; times += 1) await admin.post(`/user-management/resetLink/${often.id}`);
    const strong = await aUser(house, { at: store, rights: ['delete_user'], userName: 'many.stronger' });
    const run = await changed(admin, { action: 'sendReset', ids: idsOf([one, off, often, strong]) });
    expect(await userEndsOf(admin, run)).toEqual({
      [one.userName]: 'updated',
      [off.userName]: 'unchanged',
      [often.userName]: 'recovery.tooManyMails',
      'many.stronger': 'user.beyondYourOwn',
    });
    expect([await linksTo([one]), await linksTo([off, strong]), await linksTo([often])]).toEqual([1, 0, 2]);
    const [token] = await house.rows(
      `select way, extract(epoch from expires_date - created_date)::int / 60 as minutes from reset_tokens where user_id = $1`,
      [one.id],
    );
    expect(token).toEqual({ way: 'administrator', minutes: 30 });
  });

  test('are not taken back: a mail that has left does not return', async () => {
    const run = await changed(admin, { action: 'sendReset', ids: [(await clerk()).id] });
    expect(run.can.undo).toBe(false);
    expect(codeOf(await admin.put(`${userBulkUrl}/${run.id}/undo`))).toEqual([409, 'import.notNow']);
  });
});

describe('everybody whom a list would show', () => {
  test('is changed, and nobody beside them', async () => {
    const people = [await clerk({ firstName: 'Filterable' }), await clerk({ firstName: 'Filterable' })];
    const elsewhere = await clerk({ firstName: 'Filterable' }, next);
    const matching = { search: 'filterable', node: store.id, role: clerks, status: 'enabled', level: 'STORE' };
    expect(await previewed(admin, { action: 'disable', matching })).toMatchObject({ userCount: 2, changes: 2 });
    await changed(admin, { action: 'disable', matching });
    expect(await Promise.all([...people, elsewhere].map(statusOf))).toEqual([false, false, true]);
    // nobody is left who would match
    expect(codeOf(await admin.post(userBulkUrl, { action: 'disable', matching }))).toEqual([409, 'userBulk.nobody']);
  });

  test('is sought in the caller’s own area alone', async () => {
    const here = await clerk({ firstName: 'Everywhere' });
    const there = await clerk({ firstName: 'Everywhere' }, next);
    const keeper = await signedIn(
      house,
      await aUser(house, { at: store, rights: ['list_users', 'enabled_user', 'om_dashboard'] }),
    );
    await changed(keeper, { action: 'disable', matching: { search: 'everywhere' } });
    expect([await statusOf(here), await statusOf(there)]).toEqual([false, true]);
    expect(codeOf(await keeper.post(userBulkUrl, { action: 'enable', ids: [there.id] }))).toEqual([
      404,
      'user.unknown',
    ]);
  });
});

describe('another role or place for many', () => {
  const standing = async ({ id }: Person) =>
    (
      await house.rows(
        `select u.node_id as node, a.role_id as role, a.tpath = u.tpath as together from users u
           join assignments a on a.user_id = u.id and a.position = 0 where u.id = $1`,
        [id],
      )
    )[0];

  test('is given by the rules for one, told by name, and taken back', async () => {
    const keepers = await aRole(house, { of: org, rights: ['om_dashboard', 'list_users'], level: 'STORE' });
    const [one, two] = [await clerk(), await clerk({ status: false })];
    const strong = await aUser(house, { at: store, rights: ['delete_user'], userName: 'many.strongest' });
    const ids = [...idsOf([one, two, strong]), admin.person.id];
    const order = { action: 'changeRole', ids, roleId: keepers };
    expect(await previewed(admin, order)).toMatchObject({ userCount: 4, changes: 2, refused: 2 });
    const run = await changed(admin, order);
    expect(run.task).toMatchObject({ action: 'changeRole', role: { id: keepers } });
    expect(await userEndsOf(admin, run)).toEqual({
      [one.userName]: 'updated',
      [two.userName]: 'updated',
      'many.strongest': 'user.beyondYourOwn',
      [admin.person.userName]: 'user.ownStanding',
    });
    expect(await standing(one)).toEqual({ node: store.id, role: keepers, together: true });
    expect(await statusOf(two)).toBe(false);
    expect((await admin.put(`${userBulkUrl}/${run.id}/undo`)).status).toBe(200);
    expect(await changesRested(admin, run.id)).toMatchObject({ state: 'undone', undone: 2 });
    expect(await standing(one)).toEqual({ node: store.id, role: clerks, together: true });
  });

  test('moves people with their role, and nobody out of sight of their own rights', async () => {
    const [one, there] = [await clerk(), await clerk({}, next)];
    const run = await changed(admin, { action: 'move', ids: idsOf([one, there]), nodeId: next.id });
    expect(await userEndsOf(admin, run)).toEqual({ [one.userName]: 'updated', [there.userName]: 'unchanged' });
    expect(await standing(one)).toEqual({ node: next.id, role: clerks, together: true });
    const told = await house.rows(`select action, before, after from audit where run_id = $1 and entity = 'user'`, [
      run.id,
    ]);
    expect(told).toEqual([{ action: 'user.updated', before: { place: store.name }, after: { place: next.name } }]);
    const keeper = await signedIn(
      house,
      await aUser(house, { at: store, rights: ['list_users', 'edit_user', 'om_dashboard'] }),
    );
    const mine = await clerk();
    expect(codeOf(await keeper.post(userBulkUrl, { action: 'move', ids: [mine.id], nodeId: next.id }))).toEqual([
      404,
      'node.unknown',
    ]);
  });

  test('that its giver does not hold, or that is for another level, is refused by name for each', async () => {
    const person = await clerk();
    const [mighty, lowly] = [
      await aRole(house, { of: org, rights: ['delete_role'] }),
      await aRole(house, { of: org, rights: [], level: 'STORE' }),
    ];
    const faultsOf = async (order: object) =>
      (
        (await previewed(admin, { action: 'changeRole', ids: [person.id], ...order })).faults as {
          messageCode: string;
        }[]
      ).map(({ messageCode }) => messageCode);
    expect(await faultsOf({ roleId: mighty })).toEqual(['role.beyondYourOwn']);
    const chief = await aUser(house, { at: org, roleId: clerks, userName: 'many.chief' });
    expect(await faultsOf({ roleId: lowly, ids: [chief.id] })).toEqual(['role.levelTooHigh']);
    const other = await aRole(house, { of: await anOrganisation(house), rights: [] });
    const order = { action: 'changeRole', ids: [person.id], roleId: other };
    expect(codeOf(await admin.post(userBulkUrl, order))).toEqual([404, 'role.unknown']);
  });
});

test('each change needs the right that it needs for one user', async () => {
  const person = await clerk();
  const who = async (...rights: string[]) =>
    signedIn(house, await aUser(house, { at: org, rights: [...rights, 'om_dashboard'] }));
  const [editor, enabler, blind] = [
    await who('list_users', 'edit_user'),
    await who('list_users', 'enabled_user'),
    await who('enabled_user', 'edit_user'),
  ];
  const ask = async (caller: Caller, action: string) =>
    codeOf(await caller.post(`${userBulkUrl}/preview`, { action, ids: [person.id] }));
  const no = [409, 'userBulk.notYours'];
  expect([await ask(editor, 'disable'), await ask(editor, 'sendReset')]).toEqual([no, [200, undefined]]);
  expect([await ask(enabler, 'sendReset'), await ask(enabler, 'enable')]).toEqual([no, [200, undefined]]);
  expect(await ask(blind, 'enable')).toEqual(no);
});

test.for([
  { action: 'remove', ids: ['01900000-0000-7000-8000-000000000009'] },
  { action: 'enable' },
  { action: 'enable', ids: [] },
  { action: 'enable', ids: ['01900000-0000-7000-8000-000000000009'], matching: {} },
  { action: 'enable', matching: { status: 'asleep' } },
  { action: 'changeRole', ids: ['01900000-0000-7000-8000-000000000009'] },
  { action: 'move', ids: ['01900000-0000-7000-8000-000000000009'] },
])('what cannot be understood is refused: %o', async (order) => {
  expect((await admin.post(userBulkUrl, order)).status).toBe(400);
});
