import { seeingHeader } from '@storeward/contract/sessions';
import { beforeAll, describe, expect, test } from 'vitest';
import { sessionOf, signedInByBrowser } from '../../test/browser.ts';
import {
  aNode,
  anAssignment,
  anOrganisation,
  aRole,
  aUser,
  everyRight,
  type Caller,
  type Person,
  type Place,
  platform,
  signedIn,
} from '../../test/builders.ts';
import { beginSeeing, ownSeeing, seeingAs, seeingMarks, told } from '../../test/seeings.ts';
import { aServer } from '../../test/server.ts';

const house = await aServer();
const second = await aServer({ databaseUrl: house.ownerUrl });
let acorn: Place;
let beech: Place;
let north: Place;
let south: Place;
let store: Place;

beforeAll(async () => {
  [acorn, beech] = [await anOrganisation(house, { word: 'acorn' }), await anOrganisation(house, { word: 'beech' })];
  [north, south] = [await aCompany(), await aCompany()];
  store = await aNode(house, { parent: north, nodeType: 'STORE' });
});

const aCompany = () => aNode(house, { parent: acorn, nodeType: 'COMPANY' });
const own = ({ id }: Person) => `/user-management/users/${id}`;
const clerkRights = ['list_users', 'view_profile'];

/** Somebody at a store who may do a little. */
const aClerk = (more: Record<string, unknown> = {}) => aUser(house, { at: store, rights: clerkRights, ...more });

describe('whoever sees the portal as somebody else', () => {
  test('is shown what that person would see, in their role, and with their rights', async () => {
    const [admin, clerk] = [await signedIn(house, await aUser(house, { at: acorn })), await aClerk()];
    await aUser(house, { at: north, userName: 'far.away' });
    const as = await seeingAs(admin, clerk);
    const mine = (await admin.get(own(clerk), as)).body.result;
    const theirs = (await (await signedIn(house, clerk)).get(own(clerk))).body.result;
    const untold = { communicationEmail: null, communicationPush: null, communicationSms: null };
    expect(mine).toEqual({ ...theirs, apiKey: '', assignments: [], ...untold, lastActive: null });
    expect(mine.can).toEqual({ view: true, edit: false, enable: false, delete: false, seeAs: false });
    const list = (await admin.get('/user-management/users?size=100', as)).body.result as { id: string }[];
    expect(list.map(({ id }) => id)).toContain(clerk.id);
    expect(list.map(({ id }) => id)).not.toContain(admin.person.id);
    expect(told(await admin.get(own(admin.person), as))).toEqual([403, 'access.denied']);
    expect(told(await admin.get('/role-management/roles', as))).toEqual([403, 'access.denied']);
  });

  test('is told as whom, until when, and stays so on every server and through a renewal of the tokens', async () => {
    const boss = await aUser(house, { at: acorn });
    const [browser, clerk] = [
      await signedInByBrowser(house, boss),
      await aClerk({ first_name: 'Cleo', last_name: 'Clerk' }),
    ];
    const { body } = await browser.ask({ method: 'POST', url: `${own(clerk)}/seeing`, body: { reason: 'x' } });
    expect(body.result).toMatchObject({
      userId: clerk.id,
      firstName: 'Cleo',
      lastName: 'Clerk',
      roleId: clerk.roleId,
      roleName: expect.stringMatching(/^Role /),
      rootNodeId: store.id,
    });
    const left = Date.parse(body.result.until) - Date.now();
    expect([left > 29 * 60_000, left <= 30 * 60_000]).toEqual([true, true]);
    expect((await browser.refresh()).status).toBe(200);
    expect((await browser.ask({ url: ownSeeing })).body.result).toEqual({ seeing: body.result });
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'sec-fetch-site': 'same-origin', [seeingHeader]: body.result.id as string };
    const elsewhere = await second.ask({
      url: own(clerk),
      host: acorn.host,
      token: browser.tokens!.accessToken,
      headers,
    });
    expect(elsewhere.body.result.id).toBe(clerk.id);
  });

  test('is not told what only that person is: open sessions, sign-ins, where a picture may be sent', async () => {
    const [admin, clerk] = [
      await signedIn(house, await aUser(house, { at: acorn })),
      await aClerk({ rights: everyRight }),
    ];
    const as = await seeingAs(admin, clerk);
    const shut = ['/user-management/sessions', '/user-management/sign-ins', '/common/getPreSignedUrl?key=a.png'];
    for (const url of shut) expect(told(await admin.get(url, as))).toEqual([409, 'session.ownerOnly']);
  });

  test('leaves no trace of being there with that person, and is the one who is active', async () => {
    const [boss, clerk] = [await aUser(house, { at: acorn }), await aClerk()];
    const theirs = await signedIn(house, clerk);
    const admin = await signedIn(house, boss);
    await house.rows(`update users set last_active = '2020-01-01' where id = any($1)`, [[boss.id, clerk.id]]);
    await house.rows(`update sessions set last_activity = clock() - interval '3 minutes'`);
    const as = await seeingAs(admin, clerk);
    await house.rows(`update sessions set last_activity = clock() - interval '3 minutes'`);
    await admin.get(own(clerk), as);
    const idle = async (caller: Caller) =>
      (
        await house.rows(
          'select extract(epoch from clock() - last_activity)::int as idle from sessions where id = $1',
          [sessionOf(caller.token)],
        )
      )[0]!['idle'] as number;
    await expect.poll(() => idle(admin)).toBeLessThan(60);
    expect(await idle(theirs)).toBeGreaterThanOrEqual(180);
    const active = await house.rows(
      `select extract(year from last_active)::int = 2020 as old from users where id = any($1) order by id = $2`,
      [[boss.id, clerk.id], clerk.id],
    );
    expect(active).toEqual([{ old: false }, { old: true }]);
    expect((await theirs.get('/user-management/sessions')).body.result).toHaveLength(1);
    expect(
      await house.rows("select id from mails where user_id = $1 and created_date > now() - interval '1 hour'", [
        clerk.id,
      ]),
    ).toEqual([]);
  });
});

describe('seeing the portal as somebody', () => {
  test.for([
    ['stands within the own area and holds no more', () => aClerk(), 200, undefined],
    ['stands at the very same place', () => aClerk({ at: north }), 200, undefined],
    ['was given a password that they have not changed yet', () => aClerk({ manual_password: false }), 200, undefined],
    ['stands above', () => aClerk({ at: acorn }), 404, 'user.unknown'],
    ['stands beside', () => aClerk({ at: south }), 404, 'user.unknown'],
    ['belongs to another organisation', () => aClerk({ at: beech }), 404, 'user.unknown'],
    ['holds a right more', () => aClerk({ rights: [...clerkRights, 'delete_node'] }), 409, 'user.beyondYourOwn'],
    ['holds a further role elsewhere', () => aTraveller(south), 409, 'user.beyondYourOwn'],
    ['holds a further role here that allows more', () => aTraveller(store, ['delete_node']), 409, 'user.beyondYourOwn'],
    ['is disabled', () => aClerk({ status: false }), 409, 'seeing.personClosed'],
    ['holds no role', () => withoutRole(), 409, 'seeing.personClosed'],
    ['works in a role that is disabled', () => withClosed('roles'), 409, 'seeing.personClosed'],
    ['works at a place that is disabled', () => withClosed('nodes'), 409, 'seeing.personClosed'],
    ['was deleted', () => aClerk({ deleted_date: '2025-01-01T00:00:00Z' }), 404, 'user.unknown'],
  ] as const)('who %s', async ([, someone, status, messageCode]) => {
    const viewer = await aUser(house, { at: north, rights: [...clerkRights, 'view_user'] });
    const caller = await signedIn(house, viewer);
    const person = await someone();
    expect(told(await beginSeeing(caller, person))).toEqual([status, messageCode]);
    expect(await seeingMarks(house, person)).toHaveLength(status === 200 ? 1 : 0);
  });

  test('is for whoever may look at users, with a reason, and never as oneself', async () => {
    const clerk = await aClerk();
    const without = await signedIn(house, await aUser(house, { at: north, rights: [...clerkRights, 'edit_user'] }));
    expect(told(await beginSeeing(without, clerk))).toEqual([403, 'access.denied']);
    const admin = await signedIn(house, await aUser(house, { at: north }));
    for (const reason of ['', '   ', 'x'.repeat(257)])
      expect((await beginSeeing(admin, clerk, reason)).status).toBe(400);
    expect((await admin.post(`${own(clerk)}/seeing`, {})).status).toBe(400);
    expect(told(await beginSeeing(admin, admin.person))).toEqual([409, 'seeing.self']);
    expect((await admin.get(ownSeeing)).body.result).toEqual({ seeing: null });
  });

  test('reaches from the platform into every organisation, and back again', async () => {
    const [admin, clerk] = [await signedIn(house, await aUser(house, { at: platform })), await aClerk()];
    const as = await seeingAs(admin, clerk);
    expect((await admin.get(own(clerk), as)).body.result).toMatchObject({ id: clerk.id, organizationId: acorn.id });
    expect((await admin.get(ownSeeing)).body.result.seeing.userId).toBe(clerk.id);
    const foreign = await admin.get(`/node-management/node/${beech.id}/configuration?orgId=${beech.id}`, as);
    expect(told(foreign)).toEqual([404, 'node.unknown']);
    expect((await admin.delete(ownSeeing)).body).toEqual({ result: { ended: true } });
    expect((await admin.get(own(admin.person))).body.result.id).toBe(admin.person.id);
    expect((await seeingMarks(house, clerk)).map(({ org_id, tpath }) => [org_id, tpath])).toEqual(
      [acorn, acorn].map(({ id }) => [id, store.tpath]),
    );
  });
});

/** Somebody with a further role at another place. */
async function aTraveller(at: Place, rights: readonly string[] = clerkRights) {
  const person = await aClerk();
  const roleId = await aRole(house, { of: acorn, rights });
  await anAssignment(house, { userId: person.id, roleId, at, position: 1 });
  return person;
}

/** Somebody whose only role was taken away. */
async function withoutRole() {
  const person = await aClerk();
  await house.rows('delete from assignments where user_id = $1', [person.id]);
  return person;
}

/** Somebody whose role or place was disabled. */
async function withClosed(what: 'roles' | 'nodes') {
  const at = await aNode(house, { parent: north, nodeType: 'STORE' });
  const person = await aClerk({ at });
  await house.rows(`update ${what} set status = false where id = $1`, [what === 'roles' ? person.roleId : at.id]);
  return person;
}
