import { beforeAll, describe, expect, test } from 'vitest';
import { createBrowser, signInWithBrowser } from '../../../test/browser.ts';
import {
  createNode,
  createOrganisation,
  createUser,
  type TestUser,
  type TestNode,
  signIn,
} from '../../../test/builders.ts';
import { queuedMails } from '../../../test/mails.ts';
import { startTestServer } from '../../../test/server.ts';

const testServer = await startTestServer({ trustProxy: ['127.0.0.1'] });
let acorn: TestNode;
let store: TestNode;

beforeAll(async () => {
  acorn = await createOrganisation(testServer, { slug: 'acorn' });
  store = await createNode(testServer, { parent: acorn, nodeType: 'STORE' });
});

const mailsTo = (user: TestUser) => queuedMails(testServer, user);
const signInByProgram = (user: TestUser, address: string, agent = 'a program') =>
  signIn(testServer, { ...user, headers: { 'user-agent': agent, 'x-forwarded-for': address } });

describe('a sign-in from a new browser', () => {
  test('sends one mail, except on the very first sign-in', async () => {
    const user = await createUser(testServer, { node: store, email_id: 'ann@acorn.example' });
    const firstBrowser = await signInWithBrowser(testServer, user);
    await firstBrowser.signIn(user);
    expect(await mailsTo(user)).toEqual([]);
    const secondBrowser = createBrowser(testServer, acorn.host);
    await signInWithBrowser(testServer, user, secondBrowser);
    const [mail, ...more] = await mailsTo(user);
    expect(more).toEqual([]);
    expect(mail).toEqual({
      kind: 'newDevice',
      to: 'ann@acorn.example',
      variables: { at: expect.stringMatching(/Z$/), address: '127.0.0.1', device: expect.any(String) },
    });
    await secondBrowser.signIn(user);
    await firstBrowser.signIn(user);
    expect(await mailsTo(user)).toHaveLength(1);
  });

  test('sends no mail when two users share a browser', async () => {
    const [ann, bob] = [await createUser(testServer, { node: store }), await createUser(testServer, { node: store })];
    const sharedBrowser = await signInWithBrowser(testServer, ann);
    await signInWithBrowser(testServer, bob, sharedBrowser);
    await signInWithBrowser(testServer, ann, sharedBrowser);
    await signInWithBrowser(testServer, bob, sharedBrowser);
    expect([await mailsTo(ann), await mailsTo(bob)]).toEqual([[], []]);
  });

  test('sends a mail only if the sign-in succeeded', async () => {
    const user = await createUser(testServer, { node: store });
    await signInWithBrowser(testServer, user);
    await createBrowser(testServer, acorn.host).signIn(user, 'wrong');
    await testServer.query('update users set status = false where id = $1', [user.id]);
    await createBrowser(testServer, acorn.host).signIn(user);
    expect(await mailsTo(user)).toEqual([]);
  });

  test('sends at most five mails per day', async () => {
    const user = await createUser(testServer, { node: store });
    for (let round = 0; round < 8; round += 1) await signInWithBrowser(testServer, user);
    expect(await mailsTo(user)).toHaveLength(5);
  });
});

describe('a sign-in of a program', () => {
  test('counts as new by network or user agent and sends one mail for each', async () => {
    const user = await createUser(testServer, { node: store });
    for (let round = 0; round < 3; round += 1) await signInByProgram(user, '203.0.113.1');
    expect(await mailsTo(user)).toEqual([]);
    for (let round = 0; round < 3; round += 1) await signInByProgram(user, '198.51.100.1');
    expect((await mailsTo(user)).map(({ variables }) => [variables['address'], variables['device']])).toEqual([
      ['198.51.100.1', 'a program'],
    ]);
    for (let round = 0; round < 3; round += 1) await signInByProgram(user, '203.0.113.1', 'another');
    expect(await mailsTo(user)).toHaveLength(2);
  });

  test('counts as the same device within an IPv6 network, also for concurrent sign-ins', async () => {
    const user = await createUser(testServer, { node: store });
    await signInByProgram(user, '203.0.113.1');
    await Promise.all(['::1', '::2', ':ffff::3', '::4'].map((tail) => signInByProgram(user, `2001:db8:7:7${tail}`)));
    expect(await mailsTo(user)).toHaveLength(1);
  });
});

test('a known device is deleted after 400 days without use', async () => {
  const separateServer = await startTestServer();
  const user = await createUser(separateServer, { node: await createOrganisation(separateServer) });
  const browser = await signInWithBrowser(separateServer, user);
  const knownDevices = () => separateServer.query('select from known_devices where user_id = $1', [user.id]);
  await separateServer.advanceClock('399 days');
  await browser.signIn(user);
  await separateServer.advanceClock('798 days');
  await separateServer.query('select delete_expired_sessions()');
  expect(await knownDevices()).toHaveLength(1);
  await separateServer.advanceClock('800 days');
  await separateServer.query('select delete_expired_sessions()');
  expect(await knownDevices()).toHaveLength(0);
  expect(await separateServer.query('select from sessions')).toHaveLength(0);
});
