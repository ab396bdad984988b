import { describe, expect, test, vi } from 'vitest';
import { type ApiClient, createClient, createUser, password, type TestUser } from './builders.ts';
import { startMailWorker } from './mail-worker.ts';
import { queuedMails } from './mails.ts';
import { emailLinks, enterEmail, userUrl } from './pending-emails.ts';
import { createProfileFixture, saveProfile } from './profiles.ts';
import { createRecoveryClient, emailOf } from './recovery.ts';
import { startTestServer } from './server.ts';

const server = await startTestServer();
const { org, store } = await createProfileFixture(server);
const admin = await createClient(server, await createUser(server, { node: org }));
const recovery = createRecoveryClient(server, org);
const replacementOf = ({ userName }: TestUser) => `${userName}.new@mail.example`;

const createOwner = async (): Promise<ApiClient> =>
  createClient(server, await createUser(server, { node: store, rights: ['view_profile'], last_active: '2026-01-01' }));
const byAdmin = ({ user }: ApiClient) => enterEmail(admin, user, replacementOf(user));
const byOwner = (me: ApiClient) => saveProfile(me, { emailId: replacementOf(me.user), password });
const object = (client: ApiClient, user: TestUser) =>
  client.post(`${userUrl(user)}/pending-email/object`, { address: replacementOf(user) });
const useLink = async ({ user }: ApiClient, address: 'old' | 'new', decision: string) => {
  const links = emailLinks(server, user);
  return links.use(await links.mailedTo(address === 'new' ? replacementOf(user) : emailOf(user)), decision);
};

type Step = (me: ApiClient) => Promise<{ readonly status: number }>;
/** Everything that happens to a changed address, each after what it needs. */
const steps: [string, Step | undefined, Step][] = [
  ['an administrator changes the address', undefined, byAdmin],
  ['the owner changes the address', undefined, byOwner],
  ['the new address of an administrator is confirmed', byAdmin, (me) => useLink(me, 'new', 'confirm')],
  ['the new address of the owner is confirmed', byOwner, (me) => useLink(me, 'new', 'confirm')],
  ['the owner accepts it', byAdmin, (me) => me.post(`${userUrl(me.user)}/pending-email/accept`, { address: replacementOf(me.user), password })], // prettier-ignore
  ['the link to the old address accepts it', byAdmin, (me) => useLink(me, 'old', 'accept')],
  ['the owner objects', byAdmin, (me) => object(me, me.user)],
  ['an administrator withdraws it', byAdmin, (me) => object(admin, me.user)],
  ['the link to the old address objects', byAdmin, (me) => useLink(me, 'old', 'object')],
  ['the owner objects to the own change', byOwner, (me) => object(me, me.user)],
  ['the link to the old address objects to the change of the owner', byOwner, (me) => useLink(me, 'old', 'object')],
];

/** Texts of all queued mails with a link to a new password that are delivered. */
async function deliveredResetLinks(): Promise<string[]> {
  const sent: string[] = [];
  const { worker, close } = startMailWorker(server, { send: async ({ text }) => void sent.push(text) });
  worker.start();
  const waiting = () => server.query('select from mails where next_try is not null');
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), { interval: 20 });
  await close();
  return sent.filter((text) => text.includes('/resetPassword/'));
}

const resetTokenOf = async (user: TestUser) =>
  (await queuedMails(server, user)).findLast(({ kind }) => kind === 'resetLink')!.variables['token'] as string;

describe('a link to a new password', () => {
  const sendLink = async ({ user }: ApiClient) => {
    expect((await admin.post(`/user-management/resetLink/${user.id}`)).status).toBe(200);
    return resetTokenOf(user);
  };

  test.for(steps)('is over, and its queued mail is not sent, once %s', async ([, before, step]) => {
    const me = await createOwner();
    await before?.(me);
    const token = await sendLink(me);
    expect((await step(me)).status).toBe(200);
    expect((await recovery.check(token)).body.messageCode).toBe('recovery.linkExpired');
    expect(await deliveredResetLinks()).toEqual([]);
  });

  test('is mailed and works if nothing happens to the address', async () => {
    const me = await createOwner();
    const token = await sendLink(me);
    expect((await recovery.check(token)).status).toBe(200);
    expect(await deliveredResetLinks()).toHaveLength(1);
  });

  const states: [string, (me: ApiClient) => Promise<unknown>][] = [
    ['entered', byAdmin],
    ['confirmed', async (me) => [await byAdmin(me), await useLink(me, 'new', 'confirm')]],
    ['entered by the owner', byOwner],
  ];
  test.for(states)('is mailed to the address that counts while another one is %s', async ([, reach]) => {
    const me = await createOwner();
    await reach(me);
    expect((await recovery.start(replacementOf(me.user))).body.messageCode).toBe('recovery.emailUnknown');
    await recovery.sendMail((await recovery.start(emailOf(me.user))).body.result.userId);
    await sendLink(me);
    const links = (await queuedMails(server, me.user)).filter(({ kind }) => kind === 'resetLink');
    expect(links.map(({ to }) => to)).toEqual([emailOf(me.user), emailOf(me.user)]);
  });
});

describe('a link about a changed address', () => {
  test.for([
    ['an administrator', 'new', 'confirm', 'confirmed'],
    ['an administrator', 'old', 'accept', 'counts'],
    ['an administrator', 'old', 'object', 'withdrawn'],
    ['the owner', 'new', 'confirm', 'counts'],
    ['the owner', 'old', 'object', 'withdrawn'],
  ] as const)(
    'works once and signs nobody in: changed by %s, to the %s address, %s',
    async ([by, address, decision, outcome]) => {
      const me = await createOwner();
      await (by === 'the owner' ? byOwner : byAdmin)(me);
      const { status, headers, body } = await useLink(me, address, decision);
      expect([status, headers['set-cookie'], body.result]).toEqual([200, undefined, { outcome }]);
      expect((await useLink(me, address, decision)).body.messageCode).toBe('emailLink.expired');
    },
  );
});
