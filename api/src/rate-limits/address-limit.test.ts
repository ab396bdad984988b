import { expect, test } from 'vitest';
import { signInWithBrowser } from '../../test/browser.ts';
import { createOrganisation, createUser, signIn, withSecretWord } from '../../test/builders.ts';
import { createRecoveryClient } from '../../test/recovery.ts';
import { hardened, startTestServer } from '../../test/server.ts';

test('wrong tries at one organisation lock their address for this organisation only', async () => {
  const server = await startTestServer({ addressTries: 3 });
  const [acorn, beech] = [await createOrganisation(server), await createOrganisation(server)];
  const [ann, bob] = [await createUser(server, { node: acorn }), await createUser(server, { node: beech })];
  const codeOf = async ({ host }: { host: string }, userName: string, secret?: string) =>
    (await signIn(server, { userName, host, ...(secret === undefined ? {} : { secret }) })).body.messageCode;
  for (const name of ['one', 'two', 'three']) expect(await codeOf(acorn, name, 'no')).toBe('signIn.wrong');
  expect(await codeOf(acorn, ann.userName)).toBe('signIn.tooMany');
  expect((await signIn(server, { userName: bob.userName, host: beech.host })).status).toBe(200);
  for (const name of ['one', 'two', 'three']) expect(await codeOf(beech, name, 'no')).toBe('signIn.wrong');
  expect(await codeOf(beech, bob.userName)).toBe('signIn.tooMany');
});

test('wrong tries for one purpose lock the address for this purpose only', async () => {
  const server = await startTestServer({ addressTries: 3 });
  const org = await createOrganisation(server);
  const user = await createUser(server, { node: org, ...withSecretWord });
  const recovery = createRecoveryClient(server, org);
  const url = '/module-management/device/check-in';
  const checkIn = async () =>
    (await server.request({ method: 'POST', url, host: org.host, body: { key: 'wrong' } })).body.messageCode;
  for (const _ of ['one', 'two', 'three']) await checkIn();
  expect(await checkIn()).toBe('signIn.tooMany');
  if (!hardened) for (const name of ['one', 'two', 'three']) await recovery.startBySecretWord(name, 'wrong word');
  const { body } = await recovery.startBySecretWord(user.userName);
  expect(body.messageCode).toBe(hardened ? 'recovery.wordClosed' : 'signIn.tooMany');
  expect((await signIn(server, { userName: user.userName, host: org.host })).status).toBe(200);
});

test('a browser that has signed in with the name before is not locked by others at its address', async () => {
  const server = await startTestServer({ addressTries: 3 });
  const org = await createOrganisation(server);
  const user = await createUser(server, { node: org, ...withSecretWord });
  const browser = await signInWithBrowser(server, user);
  for (const name of ['one', 'two', 'three']) await signIn(server, { userName: name, host: org.host, secret: 'no' });
  expect((await signIn(server, { userName: user.userName, host: org.host })).body.messageCode).toBe('signIn.tooMany');
  expect((await browser.signIn(user)).status).toBe(200);
});
