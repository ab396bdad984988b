import { beforeAll, expect, test } from 'vitest';
import { aNode, anOrganisation, aUser, type Caller, type Person, type Place, signedIn } from '../../test/builders.ts';
import { filledIn } from '../../test/doors.ts';
import { aServer } from '../../test/server.ts';
import { newId } from './ids.ts';

const house = await aServer();
let org: Place;
let caller: Caller;

beforeAll(async () => {
  org = await anOrganisation(house);
  caller = await signedIn(house, await aUser(house, { at: org }));
});

const url = ({ id }: { id: string }) => `/user-management/users/${id}`;
const fresh = () => aUser(house, { at: org });
const save = (person: Person, key: string, change: Record<string, unknown> = {}, by = caller) =>
  by.put(url(person), { ...filledIn(person), ...change }, { 'idempotency-key': key });
const effects = async ({ id }: Person) =>
  (
    await house.rows<{ version: number; marks: number }>(
      'select version, (select count(*)::int from audit where entity_id = u.id and action = $2) as marks from users u where id = $1',
      [id, 'user.updated'],
    )
  )[0];

test('a change that arrives twice is made once and answered the same, letter by letter', async () => {
  const person = await fresh();
  const key = newId();
  const [first, again] = [
    await save(person, key, { firstName: 'Once' }),
    await save(person, key, { firstName: 'Once' }),
  ];
  expect([first.status, first.headers['idempotency-replayed'], first.headers['etag']]).toEqual([200, undefined, '"2"']);
  expect([again.status, again.headers['idempotency-replayed'], again.headers['etag']]).toEqual([200, 'true', '"2"']);
  expect(again.text).toBe(first.text);
  expect(again.headers['content-type']).toBe(first.headers['content-type']);
  expect(await effects(person)).toEqual({ version: 2, marks: 1 });
});

test('the answer is the first one’s, even when the record has moved on', async () => {
  const person = await fresh();
  const key = newId();
  const first = await save(person, key);
  await save(person, newId(), { firstName: 'Moved on' });
  expect((await save(person, key)).text).toBe(first.text);
  expect(await effects(person)).toEqual({ version: 3, marks: 2 });
});

test('sixteen at once make one change; those that find it running are told so and may ask again', async () => {
  const person = await fresh();
  const key = newId();
  const answers = await Promise.all(Array.from({ length: 16 }, () => save(person, key)));
  const done = answers.filter(({ status }) => status === 200);
  expect(done.length).toBeGreaterThan(0);
  expect(new Set(done.map(({ text }) => text)).size).toBe(1);
  for (const { status, body } of answers)
    if (status !== 200) expect([status, body.messageCode]).toEqual([409, 'request.stillRunning']);
  expect(await effects(person)).toEqual({ version: 2, marks: 1 });
  expect((await save(person, key)).text).toBe(done[0]!.text);
});

test('the same key with another body, record or door is not the same change', async () => {
  const [person, other] = [await fresh(), await fresh()];
  const key = newId();
  await save(person, key);
  for (const answer of [
    await save(person, key, { firstName: 'Other' }),
    await save(other, key),
    await caller.post('/user-management/logout', undefined, { 'idempotency-key': key }),
  ]) {
    expect([answer.status, answer.body.messageCode]).toEqual([422, 'request.otherBody']);
  }
  expect(await effects(person)).toEqual({ version: 2, marks: 1 });
  expect(await effects(other)).toEqual({ version: 1, marks: 0 });
});

test('a refusal is not kept: the same key may be used once the cause is mended', async () => {
  const person = await fresh();
  const key = newId();
  expect((await save(person, key, { version: 9 })).status).toBe(412);
  expect((await save(person, key, { firstName: '' })).status).toBe(400);
  expect((await save(person, key)).status).toBe(200);
  expect(await effects(person)).toEqual({ version: 2, marks: 1 });
});

test('the same key of somebody else is another change', async () => {
  const person = await fresh();
  const other = await signedIn(house, await aUser(house, { at: org }));
  const key = newId();
  await save(person, key);
  expect((await save(person, key, {}, other)).headers['idempotency-replayed']).toBeUndefined();
  expect(await effects(person)).toEqual({ version: 3, marks: 2 });
});

test('a kept answer is not for those who may no longer make the change', async () => {
  const person = await fresh();
  const editor = await aUser(house, { at: org });
  const by = await signedIn(house, editor);
  const key = newId();
  expect((await save(person, key, {}, by)).status).toBe(200);
  await house.rows(`update roles set access_rights = '{}', version = version + 1 where id = $1`, [editor.roleId]);
  expect((await save(person, key, {}, by)).status).toBe(403);
});

test('a key is kept for a day', async () => {
  const apart = await aServer();
  const at = await anOrganisation(apart);
  const [person, me] = [await aUser(apart, { at }), await aUser(apart, { at })];
  const put = async (key: string) =>
    (await signedIn(apart, me)).put(url(person), filledIn(person), { 'idempotency-key': key });
  await put('kept-for-a-day');
  await apart.clockAhead('23 hours 59 minutes');
  expect((await put('kept-for-a-day')).headers['idempotency-replayed']).toBe('true');
  await apart.clockAhead('24 hours 1 minute');
  expect((await put('kept-for-a-day')).headers['idempotency-replayed']).toBeUndefined();
  expect((await apart.rows('select key from repeated_requests')).length).toBe(1);
});

test.for(['', 'short', 'x'.repeat(129), 'with space here', "quote'quote'"])(
  'a key that is none is refused before anything is done: "%s"',
  async (key) => {
    const person = await fresh();
    expect((await save(person, key)).status).toBe(400);
    expect((await effects(person))!.version).toBe(1);
  },
);

test('an answer that holds a secret is never kept', async () => {
  const { userName, host } = await fresh();
  const credentials = {
    username: Buffer.from(userName).toString('base64'),
    password: Buffer.from('Demo-portal-26').toString('base64'),
    domainName: Buffer.from(host).toString('base64'),
  };
  const ask = () =>
    house.ask({
      method: 'POST',
      url: '/user-management/login',
      host,
      body: credentials,
      headers: { 'idempotency-key': 'the-same-sign-in' },
    });
  expect((await ask()).body.result.refreshToken).not.toBe((await ask()).body.result.refreshToken);
  expect(await house.rows(`select key from repeated_requests where key = 'the-same-sign-in'`)).toEqual([]);
});

test('whoever was moved since is not shown what they changed before', async () => {
  const [north, south] = [
    await aNode(house, { parent: org, nodeType: 'COMPANY' }),
    await aNode(house, { parent: org, nodeType: 'COMPANY' }),
  ];
  const person = await aUser(house, { at: north });
  const me = await aUser(house, { at: north });
  const by = await signedIn(house, me);
  expect((await save(person, 'before-the-move', {}, by)).status).toBe(200);
  await house.rows('update assignments set node_id = $2, tpath = $3 where user_id = $1', [
    me.id,
    south.id,
    south.tpath,
  ]);
  const answer = await save(person, 'before-the-move', {}, by);
  expect(answer.status).toBe(422);
  expect(answer.text).not.toContain(person.userName);
});
