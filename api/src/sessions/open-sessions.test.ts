import { beforeAll, describe, expect, test } from 'vitest';
import { sessionOf, signedInByBrowser } from '../../test/browser.ts';
import {
  aNode,
  anOrganisation,
  aUser,
  type Caller,
  type Person,
  type Place,
  platform,
  signedIn,
  signIn,
} from '../../test/builders.ts';
import { aServer } from '../../test/server.ts';

const house = await aServer();
const second = await aServer({ databaseUrl: house.ownerUrl });
let acorn: Place;
let north: Place;
let store: Place;

beforeAll(async () => {
  acorn = await anOrganisation(house, { word: 'acorn' });
  north = await aNode(house, { parent: acorn, nodeType: 'COMPANY' });
  store = await aNode(house, { parent: north, nodeType: 'STORE' });
});

const url = '/user-management/sessions';
const idOf = (caller: Caller) => sessionOf(caller.token);
const isAlive = async (caller: Caller) => {
  const { token, host } = caller;
  const answers = await Promise.all([house, second].map((server) => server.ask({ url, host, token })));
  expect(answers[0]!.status).toBe(answers[1]!.status);
  return answers[0]!.status === 200;
};
const threeOf = async (person: Person) =>
  [await signedIn(house, person), await signedIn(house, person), await signedIn(house, person)] as const;
const marksOf = (person: Person) =>
  house.rows(
    `select action, actor_id, session_id, before from audit where entity_id = $1 and action <> 'session.began' order by at, id`,
    [person.id],
  );

describe('the own sessions', () => {
  test('are listed, the latest used first, with where they began and which is this one', async () => {
    const person = await aUser(house, { at: store });
    const caller = await signedIn(house, person);
    const answer = await signIn(house, { ...person, headers: { 'user-agent': 'Some till 1.0' } });
    await house.rows(`update sessions set last_activity = last_activity - interval '30 seconds' where id = $1`, [
      idOf(caller),
    ]);
    const { body } = await caller.get(url);
    expect(body.result).toEqual([
      {
        id: sessionOf(answer.body.result.accessToken),
        device: 'Some till 1.0',
        address: '127.0.0.1',
        createdDate: expect.stringMatching(/Z$/),
        lastActivity: expect.stringMatching(/Z$/),
        current: false,
      },
      expect.objectContaining({ id: idOf(caller), current: true }),
    ]);
  });

  test('end one by one at once, on every server, and leave a mark', async () => {
    const person = await aUser(house, { at: store });
    const [mine, lost, other] = await threeOf(person);
    expect((await mine.delete(`${url}/${idOf(lost)}`)).body).toEqual({ result: { ended: 1 } });
    expect([await isAlive(mine), await isAlive(lost), await isAlive(other)]).toEqual([true, false, true]);
    expect((await mine.delete(`${url}/${idOf(lost)}`)).body).toMatchObject({
      status: 404,
      messageCode: 'session.unknown',
    });
    expect(await marksOf(person)).toEqual([
      { action: 'session.ended', actor_id: person.id, session_id: idOf(mine), before: { sessions: [idOf(lost)] } },
    ]);
  });

  test('end all but the one that asks', async () => {
    const [mine, ...others] = await threeOf(await aUser(house, { at: store }));
    expect((await mine.delete(url)).body).toEqual({ result: { ended: 2 } });
    expect([await isAlive(mine), await isAlive(others[0]), await isAlive(others[1])]).toEqual([true, false, false]);
    expect((await mine.delete(url)).body).toEqual({ result: { ended: 0 } });
  });

  test('end with the one that asks like signing out', async () => {
    const browser = await signedInByBrowser(house, await aUser(house, { at: store }));
    const answer = await browser.ask({ method: 'DELETE', url: `${url}/${sessionOf(browser.tokens!.accessToken)}` });
    expect(answer.status).toBe(200);
    expect([...browser.cookies.keys()]).toEqual(['__Host-device']);
    expect((await browser.ask({ url })).status).toBe(401);
  });

  test('are nobody else’s: those of others are as absent as none, also for whoever stands above', async () => {
    const [boss, person] = [await aUser(house, { at: acorn }), await aUser(house, { at: store })];
    const [above, theirs] = [await signedIn(house, boss), await signedIn(house, person)];
    const unknown = await above.delete(`${url}/01900000-0000-7000-8000-0000000000ff`);
    const foreign = await above.delete(`${url}/${idOf(theirs)}`);
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    expect(await isAlive(theirs)).toBe(true);
    expect((await above.get(url)).body.result.map(({ id }: { id: string }) => id)).toEqual([idOf(above)]);
  });
});

describe('all sessions of a user', () => {
  const allOf = (person: Person) => `/user-management/users/${person.id}/sessions`;

  test('are ended at once by whoever may enable users and stands above, and the mark names who did it', async () => {
    const person = await aUser(house, { at: store });
    const callers = await threeOf(person);
    const boss = await signedIn(house, await aUser(house, { at: north }));
    expect((await boss.delete(allOf(person))).body).toEqual({ result: { ended: 3 } });
    for (const caller of callers) expect(await isAlive(caller)).toBe(false);
    const [mark] = await marksOf(person);
    expect([mark!['action'], mark!['actor_id'], (mark!['before'].sessions as string[]).toSorted()]).toEqual([
      'session.ended',
      boss.person.id,
      callers.map(idOf).toSorted(),
    ]);
    expect(await isAlive(boss)).toBe(true);
  });

  test('are out of reach without the right, beside the own part of the tree, and of those who hold more', async () => {
    const [above, person] = [await aUser(house, { at: acorn }), await aUser(house, { at: store })];
    const kept = [await signedIn(house, above), await signedIn(house, person)];
    const clerk = await signedIn(house, await aUser(house, { at: acorn, rights: ['view_user', 'edit_user'] }));
    expect((await clerk.delete(allOf(person))).body).toMatchObject({ status: 403, messageCode: 'access.denied' });
    const south = await aNode(house, { parent: acorn, nodeType: 'COMPANY' });
    const beside = await signedIn(house, await aUser(house, { at: south }));
    expect((await beside.delete(allOf(person))).body).toMatchObject({ status: 404, messageCode: 'user.unknown' });
    const few = await signedIn(house, await aUser(house, { at: acorn, rights: ['enabled_user'] }));
    expect((await few.delete(allOf(person))).body).toMatchObject({ status: 409, messageCode: 'user.beyondYourOwn' });
    for (const caller of kept) expect(await isAlive(caller)).toBe(true);
  });

  test('of another organisation are ended from the platform, and the mark is written there', async () => {
    const person = await aUser(house, { at: store });
    const caller = await signedIn(house, person);
    const admin = await signedIn(house, await aUser(house, { at: platform }));
    expect((await admin.delete(allOf(person))).body).toEqual({ result: { ended: 1 } });
    expect(await isAlive(caller)).toBe(false);
    expect(
      await house.rows(`select org_id from audit where entity_id = $1 and action = 'session.ended'`, [person.id]),
    ).toEqual([{ org_id: acorn.id }]);
  });
});

describe('the own sign-ins', () => {
  test('tell of those that worked and of every try in vain, newest first, also to somebody at a store', async () => {
    const strict = await aServer({ databaseUrl: house.ownerUrl, signInTries: 1 });
    const person = await aUser(house, { at: store });
    await signIn(house, { ...person, headers: { 'user-agent': 'first' } });
    await signIn(strict, { ...person, secret: 'wrong', headers: { 'user-agent': 'stranger' } });
    await signIn(strict, { ...person, headers: { 'user-agent': 'second' } });
    await house.rows('delete from attempts');
    const caller = await signedIn(house, person);
    const { body } = await caller.get('/user-management/sign-ins');
    const told = body.result.map(({ device, outcome }: { device: string; outcome: string }) => [device, outcome]);
    expect(told.slice(1)).toEqual([
      ['second', 'locked'],
      ['stranger', 'refused'],
      ['first', 'began'],
    ]);
    expect(body.result[0]).toEqual({
      at: expect.stringMatching(/Z$/),
      address: '127.0.0.1',
      device: expect.any(String),
      outcome: 'began',
    });
  });

  test('are the last fifty, and nobody else’s', async () => {
    const person = await aUser(house, { at: store, nowhere: true });
    for (let round = 0; round < 52; round += 1) await signIn(house, person);
    const caller = await signedIn(house, person);
    expect((await caller.get('/user-management/sign-ins')).body.result).toHaveLength(50);
    const other = await signedIn(house, await aUser(house, { at: acorn }));
    expect((await other.get('/user-management/sign-ins')).body.result).toHaveLength(1);
  });
});
