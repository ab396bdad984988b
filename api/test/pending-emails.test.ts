import { searchText } from '@storeward/contract/search';
import { beforeEach, describe, expect, test } from 'vitest';
import { createClient, createUser, password, type ApiClient, type TestUser } from './builders.ts';
import { applyDueEmail } from './email-worker.ts';
import { profileInput, saveProfile, createProfileFixture } from './profiles.ts';
import { queuedMails } from './mails.ts';
import { emailLinks, enterEmail, userUrl } from './pending-emails.ts';
import { createResetToken, createRecoveryClient, emailOf } from './recovery.ts';
import { startTestServer } from './server.ts';

const server = await startTestServer();
const { org, store, createClient: createTestClient, rowOf } = await createProfileFixture(server);
const admin = await createClient(server, await createUser(server, { node: org }));
const recovery = createRecoveryClient(server, org);
const replacement = 'taken@mail.example';
const signedInBefore = { last_active: '2026-01-01' };
const createActiveUser = (columns: object = {}) =>
  createUser(server, { node: store, rights: ['view_profile'], ...signedInBefore, ...columns });
const pendingOf = async (user: TestUser) => (await admin.get(userUrl(user))).body.result.pendingEmail;
const addressOf = async (user: TestUser) => (await rowOf(user))['email_id'];
const kindsOf = async (user: TestUser) =>
  (await queuedMails(server, user)).flatMap(({ kind, to, variables }) =>
    variables['what'] === 'phoneNumber' ? [] : [[kind, to]],
  );
const accept = (me: ApiClient, body: object = {}) =>
  me.post(`${userUrl(me.user)}/pending-email/accept`, { address: replacement, password, ...body });
const object = (client: ApiClient, user: TestUser, address = replacement) =>
  client.post(`${userUrl(user)}/pending-email/object`, { address });

beforeEach(() => server.advanceClock('0'));

describe('an address that an administrator enters for somebody who has signed in', () => {
  test('does not count: recovery and mails with links keep going to the old one', async () => {
    const user = await createActiveUser();
    const { status, body } = await enterEmail(admin, user, replacement);
    expect([status, body.result.emailId, body.result.pendingEmail]).toMatchObject([
      200,
      emailOf(user),
      { address: replacement, byOwner: false, countsFrom: null, can: { accept: false, object: true } },
    ]);
    expect((await recovery.start(replacement)).body.messageCode).toBe('recovery.emailUnknown');
    const { body: started } = await recovery.start(emailOf(user));
    await recovery.sendMail(started.result.userId);
    await admin.post(`/user-management/resetLink/${user.id}`);
    expect((await kindsOf(user)).map(String).toSorted()).toEqual([
      `emailChange,${emailOf(user)}`,
      `emailConfirmation,${replacement}`,
      `resetLink,${emailOf(user)}`,
      `resetLink,${emailOf(user)}`,
    ]);
  });

  test('stays pending when the old one is saved again, and no second mail is sent for the same one', async () => {
    const user = await createActiveUser();
    await enterEmail(admin, user, replacement);
    const pending = await pendingOf(user);
    for (const address of [emailOf(user), replacement]) {
      expect((await enterEmail(admin, user, address)).status).toBe(200);
      expect(await pendingOf(user)).toEqual(pending);
    }
    expect(await kindsOf(user)).toHaveLength(2);
  });

  test('counts at once when the owner accepts it with the password, and only then', async () => {
    const me = await createTestClient(signedInBefore);
    await enterEmail(admin, me.user, replacement);
    const rejections = [
      [{ password: 'Not-the-password-1' }, 'password.oldWrong'],
      [{ address: 'other@mail.example' }, 'user.noPendingEmail'],
    ] as const;
    for (const [body, code] of rejections) expect((await accept(me, body)).body.messageCode).toBe(code);
    expect(await addressOf(me.user)).toBe(emailOf(me.user));
    const { body } = await accept(me);
    expect([body.result.emailId, body.result.pendingEmail]).toEqual([replacement, null]);
    expect(await rowOf(me.user)).toMatchObject({
      email_norm: replacement,
      search_text: expect.stringContaining(searchText(replacement)),
    });
    expect(await kindsOf(me.user)).toContainEqual(['contactChanged', emailOf(me.user)]);
    expect((await accept(me)).body.messageCode).toBe('user.noPendingEmail');
  });

  test('is accepted by nobody but its owner', async () => {
    const user = await createActiveUser();
    await enterEmail(admin, user, replacement);
    const { body } = await admin.post(`${userUrl(user)}/pending-email/accept`, { address: replacement, password });
    expect(body.messageCode).toBe('user.unknown');
    expect(await addressOf(user)).toBe(emailOf(user));
  });

  test('counts at once by the link to the old address', async () => {
    const user = await createActiveUser();
    await enterEmail(admin, user, replacement);
    const links = emailLinks(server, user);
    const token = await links.mailedTo(emailOf(user));
    expect((await links.check(token)).body.result).toMatchObject({ purpose: 'decide', address: replacement });
    expect(await addressOf(user)).toBe(emailOf(user));
    const { body, headers } = await links.use(token, 'accept');
    expect([body.result, headers['set-cookie']]).toEqual([{ outcome: 'counts' }, undefined]);
    expect(await addressOf(user)).toBe(replacement);
    expect((await links.use(token, 'accept')).body.messageCode).toBe('emailLink.expired');
  });

  test('counts seven days after it was confirmed, and not by the confirmation alone', async () => {
    const user = await createActiveUser();
    await enterEmail(admin, user, replacement);
    await server.advanceClock('6 days');
    const links = emailLinks(server, user);
    const token = await links.mailedTo(replacement);
    expect((await links.use(token, 'confirm')).body.result).toEqual({ outcome: 'confirmed' });
    expect((await links.use(token, 'confirm')).body.messageCode).toBe('emailLink.expired');
    await server.advanceClock('12 days 23 hours');
    await applyDueEmail(server);
    expect(await addressOf(user)).toBe(emailOf(user));
    await server.advanceClock('13 days 1 minute');
    await applyDueEmail(server);
    expect([await addressOf(user), (await rowOf(user))['pending_email']]).toEqual([replacement, null]);
    const [entry] = await server.query(`select * from audit where entity_id = $1 and action = 'user.emailChanged'`, [
      user.id,
    ]);
    expect(entry).toMatchObject({ actor_id: null, reason: 'notObjected', after: { emailId: replacement } });
  });

  test('never counts if nobody confirms it', async () => {
    const user = await createActiveUser();
    await enterEmail(admin, user, replacement);
    const token = await emailLinks(server, user).mailedTo(replacement);
    await server.advanceClock('8 days');
    expect((await emailLinks(server, user).use(token, 'confirm')).body.messageCode).toBe('emailLink.expired');
    await server.advanceClock('60 days');
    await applyDueEmail(server);
    expect(await addressOf(user)).toBe(emailOf(user));
  });

  test('never counts after an objection, of the signed-in owner or by the link to the old address', async () => {
    const me = await createTestClient(signedInBefore);
    const links = emailLinks(server, me.user);
    for (const objecting of [
      async () => (await object(me, me.user)).body.result.pendingEmail,
      async () => (await links.use(await links.mailedTo(emailOf(me.user)), 'object')).body.result.outcome,
    ]) {
      await enterEmail(admin, me.user, replacement);
      await links.use(await links.mailedTo(replacement), 'confirm');
      const confirmation = await links.mailedTo(replacement);
      expect([null, 'withdrawn']).toContain(await objecting());
      expect((await links.use(confirmation, 'confirm')).body.messageCode).toBe('emailLink.expired');
      await server.advanceClock('30 days');
      await applyDueEmail(server);
      expect(await addressOf(me.user)).toBe(emailOf(me.user));
      await server.advanceClock('0');
    }
  });

  test('is withdrawn by users who may edit the user, and by nobody else', async () => {
    const user = await createActiveUser();
    const viewer = await createClient(
      server,
      await createUser(server, { node: org, rights: ['view_user', 'edit_user', 'view_profile'] }),
    );
    const outsider = await createClient(server, await createUser(server, { node: org, rights: ['view_user'] }));
    await enterEmail(admin, user, replacement);
    expect((await object(outsider, user)).body.messageCode).toBe('user.unknown');
    expect((await object(viewer, user)).body.result.pendingEmail).toBeNull();
  });

  test('starts anew with another address: the links of the first one are over', async () => {
    const user = await createActiveUser();
    const links = emailLinks(server, user);
    await enterEmail(admin, user, replacement);
    const [confirmation, decision] = [await links.mailedTo(replacement), await links.mailedTo(emailOf(user))];
    await enterEmail(admin, user, 'second@mail.example');
    for (const [token, decided] of [
      [confirmation, 'confirm'],
      [decision, 'accept'],
    ] as const)
      expect((await links.use(token, decided)).body.messageCode).toBe('emailLink.expired');
    expect(await pendingOf(user)).toMatchObject({ address: 'second@mail.example' });
  });

  test('is refused after five changes within an hour', async () => {
    const user = await createActiveUser();
    for (let index = 0; index < 5; index += 1)
      expect((await enterEmail(admin, user, `n${index}@mail.example`)).status).toBe(200);
    const { status, body, headers } = await enterEmail(admin, user, replacement);
    expect([status, body.messageCode, headers['retry-after']]).toEqual([429, 'recovery.tooManyMails', '3600']);
  });
});

describe('an address that its owner enters', () => {
  test('counts once its confirmation link was used', async () => {
    const me = await createTestClient(signedInBefore);
    const { body } = await saveProfile(me, { emailId: replacement, password });
    expect([body.result.emailId, body.result.pendingEmail]).toMatchObject([
      emailOf(me.user),
      { address: replacement, byOwner: true, can: { accept: false, object: true } },
    ]);
    const links = emailLinks(server, me.user);
    expect((await links.use(await links.mailedTo(emailOf(me.user)), 'accept')).body.messageCode).toBe(
      'emailLink.otherPurpose',
    );
    expect((await accept(me)).body.messageCode).toBe('user.noPendingEmail');
    expect((await links.use(await links.mailedTo(replacement), 'confirm')).body.result).toEqual({ outcome: 'counts' });
    expect(await addressOf(me.user)).toBe(replacement);
  });

  test('is neither cancelled by the old one nor mailed twice, and needs the password once', async () => {
    const me = await createTestClient(signedInBefore);
    await saveProfile(me, { emailId: replacement, password });
    for (const emailId of [emailOf(me.user), replacement])
      expect((await saveProfile(me, { emailId, firstName: 'Grace' })).status).toBe(200);
    expect(await kindsOf(me.user)).toHaveLength(2);
    expect(await pendingOf(me.user)).toMatchObject({ address: replacement });
  });

  test('is not withdrawn by an administrator, nor taken over by entering the same one', async () => {
    const me = await createTestClient(signedInBefore);
    await saveProfile(me, { emailId: replacement, password });
    expect((await object(admin, me.user)).body.messageCode).toBe('access.denied');
    await enterEmail(admin, me.user, replacement);
    expect(await pendingOf(me.user)).toMatchObject({ byOwner: true });
  });

  test('is the owner’s own change if somebody else entered it before, and counts if it is confirmed already', async () => {
    for (const confirmed of [false, true]) {
      const me = await createTestClient(signedInBefore);
      const links = emailLinks(server, me.user);
      await enterEmail(admin, me.user, replacement);
      if (confirmed) await links.use(await links.mailedTo(replacement), 'confirm');
      const withoutPassword = await me.put(`${userUrl(me.user)}/profile`, profileInput(me, { emailId: replacement }));
      expect(withoutPassword.body.messageCode).toBe('password.needed');
      await saveProfile(me, { emailId: replacement, password });
      if (!confirmed) await links.use(await links.mailedTo(replacement), 'confirm');
      expect(await addressOf(me.user)).toBe(replacement);
      expect((await kindsOf(me.user)).filter(([kind]) => kind === 'emailConfirmation')).toHaveLength(1);
    }
  });
});

describe('reset links', () => {
  const stages = [
    ['the change', async (user: TestUser) => enterEmail(admin, user, replacement), false],
    [
      'the confirmation',
      async (user: TestUser) => {
        const links = emailLinks(server, user);
        return links.use(await links.mailedTo(replacement), 'confirm');
      },
      true,
    ],
    ['the objection', async (user: TestUser) => object(admin, user), true],
  ] as const;

  test.for(stages)('are ended by %s', async ([, stage, isPending]) => {
    const user = await createActiveUser();
    if (isPending) await enterEmail(admin, user, replacement);
    const token = await createResetToken(server, user);
    expect((await stage(user)).status).toBe(200);
    expect((await recovery.check(token)).body.messageCode).toBe('recovery.linkExpired');
  });
});

describe('the address of somebody who never signed in', () => {
  test('is corrected at once, which ends earlier invitations', async () => {
    const user = await createUser(server, { node: store, rights: [], password_hash: null, manual_password: false });
    const token = await createResetToken(server, user, { way: 'invitation' });
    const { body } = await enterEmail(admin, user, replacement);
    expect([body.result.emailId, body.result.pendingEmail]).toEqual([replacement, null]);
    expect((await recovery.check(token)).body.messageCode).toBe('recovery.linkExpired');
    expect(await kindsOf(user)).toContainEqual(['invitation', replacement]);
  });

  test.for([
    ['has signed in with a temporary password', { manual_password: false, ...signedInBefore }],
    ['has chosen a password', { manual_password: true }],
  ] as const)('is not corrected freely any more once the user %s', async ([, columns]) => {
    const user = await createUser(server, { node: store, rights: [], ...columns });
    await enterEmail(admin, user, replacement);
    expect(await addressOf(user)).toBe(emailOf(user));
  });
});

test('an unknown link is refused, and opening a link changes nothing', async () => {
  const user = await createActiveUser();
  const links = emailLinks(server, user);
  expect((await links.check('no-such-token')).body.messageCode).toBe('emailLink.unknown');
  expect((await links.use('no-such-token', 'confirm')).body.messageCode).toBe('emailLink.unknown');
  await enterEmail(admin, user, replacement);
  const before = await rowOf(user);
  for (const address of [replacement, emailOf(user)])
    expect((await links.check(await links.mailedTo(address))).status).toBe(200);
  expect(await rowOf(user)).toEqual(before);
  expect((await links.use(await links.mailedTo(replacement), 'accept')).body.messageCode).toBe(
    'emailLink.otherPurpose',
  );
});
