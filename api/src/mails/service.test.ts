import { expect, test } from 'vitest';
import { createNode, createOrganisation, createUser, password, createClient } from '../../test/builders.ts';
import { signInWithBrowser } from '../../test/browser.ts';
import { startTestServer } from '../../test/server.ts';

const testServer = await startTestServer();
const org = await createOrganisation(testServer);
const store = await createNode(testServer, { parent: org, nodeType: 'STORE' });
const createReader = (more: Record<string, unknown> = {}) =>
  createUser(testServer, { node: store, rights: [], ...more });

test.each(['/notification', '/notfication'])(
  '%s lists the mails sent to the actor, newest first, in the actor’s language',
  async (url) => {
    const user = await createReader({ language: 'de' });
    const browser = await signInWithBrowser(testServer, user);
    const before = await browser.request({ method: 'GET', url });
    expect(before.body).toEqual({ result: [] });
    await signInWithBrowser(testServer, user);
    const newPassword = 'Quiet-harbour-27';
    const change = { oldPassword: password, newPassword, confirmPassword: newPassword };
    expect(
      (await browser.request({ method: 'POST', url: '/user-management/resetpassword', body: change })).status,
    ).toBe(200);

    const { status, body } = await browser.request({ method: 'GET', url });
    expect(status).toBe(200);
    const { result } = body as { result: { messageCode: string; message: string; createdDate: string }[] };
    expect(result.map(({ messageCode, message }) => [messageCode, message])).toEqual([
      ['mails.passwordChanged.subject', 'Ihr Passwort wurde geändert'],
      ['mails.newDevice.subject', 'Anmeldung mit einem neuen Gerät'],
    ]);
    expect(result[0]!.createdDate >= result[1]!.createdDate).toBe(true);
  },
);

test('the notices of other users are not listed', async () => {
  const user = await createReader();
  const otherClient = await createClient(testServer, await createReader());
  const browser = await signInWithBrowser(testServer, user);
  await signInWithBrowser(testServer, user);
  const countNotices = async (request: Promise<{ body: unknown }>) =>
    ((await request).body as { result: unknown[] }).result.length;
  expect(await countNotices(browser.request({ method: 'GET', url: '/notification' }))).toBe(1);
  expect(await countNotices(otherClient.get('/notification') as Promise<{ body: unknown }>)).toBe(0);
});
