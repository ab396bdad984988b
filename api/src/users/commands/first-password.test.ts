import { beforeAll, describe, expect, test } from 'vitest';
import {
  type ApiClient,
  createClient,
  createNode,
  createOrganisation,
  createUser,
  signIn,
  type TestNode,
  type TestUser,
} from '../../../test/builders.ts';
import { auditEntriesOf } from '../../../test/small-tree.ts';
import { queuedMails } from '../../../test/mails.ts';
import { createResetToken } from '../../../test/recovery.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer({ recoveryMails: 2 });

let org: TestNode;
let store: TestNode;
let admin: ApiClient;

beforeAll(async () => {
  org = await createOrganisation(server, { slug: 'firstpassword' });
  store = await createNode(server, { parent: org, nodeType: 'STORE' });
  admin = await createClient(server, await createUser(server, { node: org, rights: ['edit_user', 'view_user'] }));
});

const send = ({ id }: { id: string }, client = admin) => client.post(`/user-management/users/${id}/first-password`);
const invitedUser = (columns: object = {}) =>
  createUser(server, { node: store, rights: [], manual_password: false, password_hash: null, ...columns });
const mailedPassword = async (user: TestUser) => {
  const mails = await queuedMails(server, user);
  return mails.at(-1)!.variables['password'] as string;
};

describe('sending a new first password', () => {
  test('mails a password with which an invited user signs in, and which replaces the one before', async () => {
    const user = await invitedUser();
    const { status, body } = await send(user);
    expect([status, body.result.sent]).toEqual([200, true]);
    expect(Date.parse(body.result.expiresAt) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    const first = await mailedPassword(user);
    await send(user);
    const second = await mailedPassword(user);
    expect((await signIn(server, { ...user, secret: first })).status).toBe(400);
    expect((await signIn(server, { ...user, secret: second })).status).toBe(200);
    const client = await createClient(server, user, second);
    expect((await client.get('/user-management/sessions')).body.messageCode).toBe('password.mustChange');
    const entries = await auditEntriesOf(server, user.id);
    expect(entries.map(({ action }) => action)).toContain('user.firstPasswordSent');
    expect(JSON.stringify([entries, body])).not.toContain(second);
  });

  test('ends open links and sessions of the earlier first password', async () => {
    const user = await invitedUser();
    await send(user);
    const client = await createClient(server, user, await mailedPassword(user));
    const token = await createResetToken(server, user);
    await send(user);
    expect((await client.get(`/user-management/users/${user.id}`)).status).toBe(401);
    expect((await admin.get(`/user-management/reset-password/validation/${token}`)).status).toBe(400);
  });

  test('is refused for a user who has chosen a password, which stays', async () => {
    const user = await createUser(server, { node: store, rights: [] });
    const { status, body } = await send(user);
    expect([status, body.messageCode]).toEqual([409, 'user.passwordChosen']);
    expect(await queuedMails(server, user)).toEqual([]);
    expect((await signIn(server, user)).status).toBe(200);
  });

  test('sends a disabled user nothing', async () => {
    const user = await invitedUser({ status: false });
    expect((await send(user)).body.result).toEqual({ sent: false, expiresAt: null });
    expect(await queuedMails(server, user)).toEqual([]);
  });

  test('stops at the hourly limit of mails', async () => {
    const user = await invitedUser();
    await send(user);
    await send(user);
    const { body, headers } = await send(user);
    expect([body.messageCode, headers['retry-after']]).toEqual(['recovery.tooManyMails', '3600']);
    expect(await queuedMails(server, user)).toHaveLength(2);
  });

  test('is refused for users who hold more than the sender, and for those outside the area', async () => {
    const stronger = await invitedUser({ rights: ['edit_user', 'view_user', 'delete_user'] });
    expect((await send(stronger)).body.messageCode).toBe('user.beyondYourOwn');
    const sibling = await createNode(server, { parent: org, nodeType: 'STORE' });
    const neighbour = await createClient(server, await createUser(server, { node: sibling, rights: ['edit_user'] }));
    expect((await send(await invitedUser(), neighbour)).body.messageCode).toBe('user.unknown');
  });
});
