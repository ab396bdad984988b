import { expect, test } from 'vitest';
import { aNode, anOrganisation, aUser, password, signedIn } from '../../test/builders.ts';
import { signedInByBrowser } from '../../test/browser.ts';
import { aServer } from '../../test/server.ts';

const house = await aServer();
const org = await anOrganisation(house);
const store = await aNode(house, { parent: org, nodeType: 'STORE' });
const someone = (more: Record<string, unknown> = {}) => aUser(house, { at: store, rights: [], ...more });

test.each(['/notification', '/notfication'])(
  '%s tells what the portal has told by mail, newest first, in the reader’s language',
  async (url) => {
    const person = await someone({ language: 'de' });
    const browser = await signedInByBrowser(house, person);
    const before = await browser.ask({ method: 'GET', url });
    expect(before.body).toEqual({ result: [] });
    await signedInByBrowser(house, person);
    const next = 'Quiet-harbour-27';
    const change = { oldPassword: password, newPassword: next, confirmPassword: next };
    expect((await browser.ask({ method: 'POST', url: '/user-management/resetpassword', body: change })).status).toBe(
      200,
    );

    const { status, body } = await browser.ask({ method: 'GET', url });
    expect(status).toBe(200);
    const { result } = body as { result: { messageCode: string; message: string; createdDate: string }[] };
    expect(result.map(({ messageCode, message }) => [messageCode, message])).toEqual([
      ['mails.passwordChanged.subject', 'Ihr Passwort wurde geändert'],
      ['mails.newDevice.subject', 'Anmeldung mit einem neuen Gerät'],
    ]);
    expect(result[0]!.createdDate >= result[1]!.createdDate).toBe(true);
  },
);

test('nobody hears what somebody else was told', async () => {
  const person = await someone();
  const neighbour = await signedIn(house, await someone());
  const browser = await signedInByBrowser(house, person);
  await signedInByBrowser(house, person);
  const told = async (ask: Promise<{ body: unknown }>) => ((await ask).body as { result: unknown[] }).result.length;
  expect(await told(browser.ask({ method: 'GET', url: '/notification' }))).toBe(1);
  expect(await told(neighbour.get('/notification') as Promise<{ body: unknown }>)).toBe(0);
});
