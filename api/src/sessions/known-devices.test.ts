import { beforeAll, describe, expect, test } from 'vitest';
import { aBrowser, signedInByBrowser } from '../../test/browser.ts';
import { aNode, anOrganisation, aUser, type Person, type Place, signIn } from '../../test/builders.ts';
import { aServer, secretKey } from '../../test/server.ts';
import { sealing } from '../platform/sealing.ts';

const house = await aServer({ trustProxy: ['127.0.0.1'] });
const { open } = sealing('mails', secretKey);
let acorn: Place;
let store: Place;

beforeAll(async () => {
  acorn = await anOrganisation(house, { word: 'acorn' });
  store = await aNode(house, { parent: acorn, nodeType: 'STORE' });
});

const mailsTo = async (person: Person) =>
  (await house.rows('select * from mails where user_id = $1 order by id', [person.id])).map(
    ({ kind, to_address, sealed }) => ({
      kind,
      to: to_address,
      facts: JSON.parse(open(sealed as Buffer)!) as Record<string, string>,
    }),
  );
const byProgram = (person: Person, address: string, agent = 'a program') =>
  signIn(house, { ...person, headers: { 'user-agent': agent, 'x-forwarded-for': address } });

describe('a sign-in from a new browser', () => {
  test('is told of by mail, once, and not the first time of all', async () => {
    const person = await aUser(house, { at: store, email_id: 'ann@acorn.example' });
    const first = await signedInByBrowser(house, person);
    await first.signIn(person);
    expect(await mailsTo(person)).toEqual([]);
    const next = aBrowser(house, acorn.host);
    await signedInByBrowser(house, person, next);
    const [mail, ...more] = await mailsTo(person);
    expect(more).toEqual([]);
    expect(mail).toEqual({
      kind: 'newDevice',
      to: 'ann@acorn.example',
      facts: { at: expect.stringMatching(/Z$/), address: '127.0.0.1', device: expect.any(String) },
    });
    await next.signIn(person);
    await first.signIn(person);
    expect(await mailsTo(person)).toHaveLength(1);
  });

  test('is none for either of two people who share a browser', async () => {
    const [ann, bob] = [await aUser(house, { at: store }), await aUser(house, { at: store })];
    const till = await signedInByBrowser(house, ann);
    await signedInByBrowser(house, bob, till);
    await signedInByBrowser(house, ann, till);
    await signedInByBrowser(house, bob, till);
    expect([await mailsTo(ann), await mailsTo(bob)]).toEqual([[], []]);
  });

  test('is told of only where it was let in', async () => {
    const person = await aUser(house, { at: store });
    await signedInByBrowser(house, person);
    await aBrowser(house, acorn.host).signIn(person, 'wrong');
    await house.rows('update users set status = false where id = $1', [person.id]);
    await aBrowser(house, acorn.host).signIn(person);
    expect(await mailsTo(person)).toEqual([]);
  });

  test('brings at most five mails a day', async () => {
    const person = await aUser(house, { at: store });
    for (let round = 0; round < 8; round += 1) await signedInByBrowser(house, person);
    expect(await mailsTo(person)).toHaveLength(5);
  });
});

describe('a sign-in of a program', () => {
  test('is new by its network or its name, and told of once for each', async () => {
    const person = await aUser(house, { at: store });
    for (let round = 0; round < 3; round += 1) await byProgram(person, '203.0.113.1');
    expect(await mailsTo(person)).toEqual([]);
    for (let round = 0; round < 3; round += 1) await byProgram(person, '198.51.100.1');
    expect((await mailsTo(person)).map(({ facts }) => [facts['address'], facts['device']])).toEqual([
      ['198.51.100.1', 'a program'],
    ]);
    for (let round = 0; round < 3; round += 1) await byProgram(person, '203.0.113.1', 'another');
    expect(await mailsTo(person)).toHaveLength(2);
  });

  test('is the same program wherever it stands in its network, and however often it comes at once', async () => {
    const person = await aUser(house, { at: store });
    await byProgram(person, '203.0.113.1');
    await Promise.all(['::1', '::2', ':ffff::3', '::4'].map((tail) => byProgram(person, `2001:db8:7:7${tail}`)));
    expect(await mailsTo(person)).toHaveLength(1);
  });
});

test('what is known of a device is forgotten when it has not been used for four hundred days', async () => {
  const apart = await aServer();
  const person = await aUser(apart, { at: await anOrganisation(apart) });
  const browser = await signedInByBrowser(apart, person);
  const known = () => apart.rows('select from known_devices where user_id = $1', [person.id]);
  await apart.clockAhead('399 days');
  await browser.signIn(person);
  await apart.clockAhead('798 days');
  await apart.rows('select forget_old_sign_ins()');
  expect(await known()).toHaveLength(1);
  await apart.clockAhead('800 days');
  await apart.rows('select forget_old_sign_ins()');
  expect(await known()).toHaveLength(0);
  expect(await apart.rows('select from sessions')).toHaveLength(0);
});
