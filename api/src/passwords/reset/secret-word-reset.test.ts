import { hash, verify } from '@node-rs/argon2';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createOrganisation,
  createUser,
  hash as hashed,
  insertRow,
  type TestNode,
  platformNode,
  secretWord,
  withSecretWord,
} from '../../../test/builders.ts';
import { countMails, queuedMails } from '../../../test/mails.ts';
import { emailOf, createRecoveryClient } from '../../../test/recovery.ts';
import { startTestServer, describeUnlessHardened, hardened } from '../../../test/server.ts';
import { newId } from '../../platform/database/ids.ts';

vi.mock('@node-rs/argon2', { spy: true }); // spies on the real implementation

const testServer = await startTestServer({ signInTries: 1000, signInTriesInRow: 1000, addressTries: 1_000_000 });
let acorn: TestNode;
let beech: TestNode;

beforeAll(async () => {
  acorn = await createOrganisation(testServer, { slug: 'acorn' });
  beech = await createOrganisation(testServer, { slug: 'beech' });
});

const recoveryOn = (portal = acorn) => createRecoveryClient(testServer, portal);
const createFreshUser = (more: Record<string, unknown> = {}) =>
  createUser(testServer, { node: acorn, ...withSecretWord, ...more });
const wordWrong = {
  status: 400,
  messageCode: 'recovery.wordWrong',
  message: 'NotAuthorizedException: recovery.wordWrong: The secret word does not match, or this user has none.',
};
const wordClosed = { status: 400, messageCode: 'recovery.wordClosed' };

describeUnlessHardened('the right secret word', () => {
  test('returns a reset token immediately for a user name, without a mail', async () => {
    const user = await createFreshUser();
    const { status, body } = await recoveryOn().startBySecretWord(user.userName);
    expect(status).toBe(200);
    expect(body.result).toEqual({
      userId: expect.stringMatching(/^[\w-]{43}$/),
      resetToken: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(body.message).toEqual(body.result);
    expect(await queuedMails(testServer, user)).toEqual([]);
    expect((await recoveryOn().reset(body.result.resetToken, 'Quiet-harbour-27')).status).toBe(200);
    expect((await queuedMails(testServer, user)).map(({ kind }) => kind)).toEqual(['passwordChanged']);
  });

  test('returns a token for an e-mail with an empty user name, and for a name with its domain', async () => {
    const user = await createFreshUser();
    for (const names of [
      { emailId: emailOf(user), username: '' },
      { emailId: '', username: user.userName },
    ])
      expect((await recoveryOn().startBySecretWord(undefined, secretWord, names)).status).toBe(200);
    expect(
      (await recoveryOn().startBySecretWord(`${user.userName}@${acorn.domain}`, secretWord, { domainName: null }))
        .status,
    ).toBe(200);
  });

  test('and the user name match however the keyboard composes their accents', async () => {
    const word = 'pin\u00e8de bleue';
    const user = await createFreshUser({ userName: 'ren\u00e9e', secret_word_hash: await hashed(word) });
    for (const form of ['NFC', 'NFD'])
      expect((await recoveryOn().startBySecretWord(user.userName.normalize(form), word.normalize(form))).status).toBe(
        200,
      );
  });

  test('is trimmed and case-sensitive', async () => {
    const user = await createFreshUser();
    expect((await recoveryOn().startBySecretWord(user.userName, `  ${secretWord} `)).status).toBe(200);
    expect((await recoveryOn().startBySecretWord(user.userName, secretWord.toUpperCase())).body).toEqual(wordWrong);
  });

  test('returns a token that is valid for ten minutes', async () => {
    const startSeparateServer = await startTestServer();
    const org = await createOrganisation(startSeparateServer);
    const user = await createUser(startSeparateServer, { node: org, ...withSecretWord });
    const token = (await createRecoveryClient(startSeparateServer, org).startBySecretWord(user.userName)).body.result
      .resetToken;
    await startSeparateServer.advanceClock('9 minutes 50 seconds');
    expect((await createRecoveryClient(startSeparateServer, org).check(token)).status).toBe(200);
    await startSeparateServer.advanceClock('10 minutes 1 second');
    expect((await createRecoveryClient(startSeparateServer, org).check(token)).body.messageCode).toBe(
      'recovery.linkExpired',
    );
  });

  test('is rejected on another organisation’s portal', async () => {
    const user = await createFreshUser();
    expect((await recoveryOn(beech).startBySecretWord(user.userName)).body).toEqual(wordWrong);
    expect(
      (await recoveryOn(beech).startBySecretWord(user.userName, secretWord, { domainName: acorn.domain })).body,
    ).toEqual(wordWrong);
  });
});

test.for([
  [{ username: undefined, secretWord }, 'emailId', 'field.emailRequired'],
  [{ username: 'a b', secretWord }, 'username', 'field.invalidCharacter'],
  [{ username: 'ann<', secretWord }, 'username', 'field.invalidCharacter'],
  [{ username: 'ann', secretWord: '' }, 'secretWord', 'field.required'],
  [{ emailId: 'ann', secretWord }, 'emailId', 'field.email'],
] as const)('%o is rejected with an error for %s', async ([body, path, messageCode]) => {
  const response = await recoveryOn().send('POST', 'validate-email-id', { domainName: acorn.domain, ...body });
  expect(response.status).toBe(400);
  expect(response.body.errors[0]).toMatchObject({ path, messageCode });
});

test('a rejected secret word reveals no cause by response, hashing work or audit', async () => {
  const [knownUser, withoutWord, disabled] = [
    await createFreshUser(),
    await createUser(testServer, { node: acorn }),
    await createFreshUser({ status: false }),
  ];
  const shared = { email_id: 'both@mail.example', email_norm: 'both@mail.example' };
  await createFreshUser(shared);
  await createFreshUser(shared);
  await recoveryOn().startBySecretWord('nobody.at.all', 'warm up');
  const attempts: [string, Record<string, unknown>][] = [
    ['a wrong word', { username: knownUser.userName, secretWord: 'wrong' }],
    ['a wrong word by e-mail', { emailId: emailOf(knownUser), secretWord: 'wrong' }],
    ['an overlong one', { username: knownUser.userName, secretWord: 'w'.repeat(128) }],
    ['an unknown name', { username: 'nobody', secretWord }],
    ['an unknown e-mail', { emailId: 'nobody@mail.example', secretWord }],
    ['somebody without a word', { username: withoutWord.userName, secretWord }],
    ['somebody disabled', { username: disabled.userName, secretWord }],
    ['an e-mail of two', { emailId: 'both@mail.example', secretWord }],
  ];
  const countAuditEntries = async () => Number((await testServer.query('select count(*) from audit'))[0]!['count']);
  for (const [description, body] of attempts) {
    vi.mocked(verify).mockClear();
    vi.mocked(hash).mockClear();
    const before = await countAuditEntries();
    const response = await recoveryOn().send('POST', 'validate-email-id', { domainName: acorn.domain, ...body });
    expect([description, response.body]).toMatchObject([description, hardened ? wordClosed : wordWrong]);
    const expectedCalls = hardened ? 0 : 1;
    expect([description, vi.mocked(verify).mock.calls.length, vi.mocked(hash).mock.calls.length]).toEqual([
      description,
      expectedCalls,
      0,
    ]);
    expect([description, (await countAuditEntries()) - before]).toEqual([description, expectedCalls]);
  }
  expect(await countMails(testServer)).toBe(
    (await testServer.query(`select from mails where kind = 'passwordChanged'`)).length,
  );
});

describeUnlessHardened('wrong secret words', () => {
  const startSeparateServer = () => startTestServer({ signInTries: 1000, signInTriesInRow: 1000 });

  test.for(['known', 'unknown'])(
    'five in a row block recovery by secret word for an hour for a name that is %s',
    async (kind) => {
      const separateServer = await startSeparateServer();
      const org = await createOrganisation(separateServer);
      const user = await createUser(separateServer, { node: org, ...withSecretWord });
      const recoveryApi = createRecoveryClient(separateServer, org);
      const name = kind === 'known' ? user.userName : 'nobody';
      for (let count = 0; count < 5; count += 1)
        expect((await recoveryApi.startBySecretWord(name, 'wrong')).body.messageCode).toBe('recovery.wordWrong');
      for (const candidate of ['wrong', secretWord])
        expect((await recoveryApi.startBySecretWord(name, candidate)).body).toMatchObject(wordClosed);
      expect((await recoveryApi.start(emailOf(user))).status).toBe(200);
      await separateServer.advanceClock('61 minutes');
      expect((await recoveryApi.startBySecretWord(name)).status).toBe(kind === 'known' ? 200 : 400);
      expect((await recoveryApi.startBySecretWord(name, 'wrong')).body.messageCode).toBe('recovery.wordWrong');
    },
  );

  test('ten in a row block it until a reset by e-mail', async () => {
    const separateServer = await startSeparateServer();
    const org = await createOrganisation(separateServer);
    const user = await createUser(separateServer, { node: org, ...withSecretWord });
    const recoveryApi = createRecoveryClient(separateServer, org);
    for (const time of ['0', '2 hours']) {
      await separateServer.advanceClock(time);
      for (let count = 0; count < 5; count += 1) await recoveryApi.startBySecretWord(user.userName, 'wrong');
    }
    await separateServer.advanceClock('300 days');
    expect((await recoveryApi.startBySecretWord(user.userName)).body).toMatchObject(wordClosed);
    await recoveryApi.sendMail((await recoveryApi.start(emailOf(user))).body.result.userId);
    const [mail] = await queuedMails(separateServer, user);
    expect((await recoveryApi.reset(mail!.variables['token'], 'Quiet-harbour-27')).status).toBe(200);
    expect((await recoveryApi.startBySecretWord(user.userName)).status).toBe(200);
  });

  test('concurrent attempts are counted like sequential ones', async () => {
    const separateServer = await startSeparateServer();
    const org = await createOrganisation(separateServer);
    const user = await createUser(separateServer, { node: org, ...withSecretWord });
    const responses = await Promise.all(
      Array.from({ length: 16 }, () =>
        createRecoveryClient(separateServer, org).startBySecretWord(user.userName, 'wrong'),
      ),
    );
    const codes = responses.map(({ body }) => body.messageCode);
    expect(codes.filter((code) => code === 'recovery.wordWrong')).toHaveLength(5);
    expect(codes.filter((code) => code === 'recovery.wordClosed')).toHaveLength(11);
  });

  test('count towards the account lock, which then applies to the right word too', async () => {
    const separateServer = await startTestServer({ signInTries: 3 });
    const org = await createOrganisation(separateServer);
    const user = await createUser(separateServer, { node: org, ...withSecretWord });
    const recoveryApi = createRecoveryClient(separateServer, org);
    for (let count = 0; count < 3; count += 1) await recoveryApi.startBySecretWord(user.userName, 'wrong');
    expect((await recoveryApi.startBySecretWord(user.userName)).body).toMatchObject({
      messageCode: 'recovery.locked',
      message: 'UserLockedException: recovery.locked: User Lock! Please contact Administrator',
    });
    await separateServer.advanceClock('31 minutes');
    expect((await recoveryApi.startBySecretWord(user.userName)).status).toBe(200);
  });

  test('from a blocked address are rejected with Retry-After without hashing and do not block the user’s recovery', async () => {
    const separateServer = await startTestServer({ addressTries: 2 });
    const org = await createOrganisation(separateServer);
    const user = await createUser(separateServer, { node: org, ...withSecretWord });
    for (const name of ['one', 'two']) await createRecoveryClient(separateServer, org).startBySecretWord(name, 'wrong');
    await separateServer.advanceClock('5 minutes');
    vi.mocked(verify).mockClear();
    for (let count = 0; count < 6; count += 1) {
      const { status, body, headers } = await createRecoveryClient(separateServer, org).startBySecretWord(
        user.userName,
        'wrong',
      );
      expect([status, body.messageCode]).toEqual([429, 'signIn.tooMany']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(500);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(600);
    }
    expect(vi.mocked(verify)).not.toHaveBeenCalled();
    await separateServer.advanceClock('16 minutes');
    expect((await createRecoveryClient(separateServer, org).startBySecretWord(user.userName)).status).toBe(200);
  });

  test('sent concurrently with the last allowed attempt of an address do not block the user’s recovery', async () => {
    const separateServer = await startTestServer({ addressTries: 2 });
    const org = await createOrganisation(separateServer);
    const user = await createUser(separateServer, { node: org, ...withSecretWord });
    const recoveryApi = createRecoveryClient(separateServer, org);
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => recoveryApi.startBySecretWord(user.userName, 'wrong')),
    );
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(2);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(10);
    await separateServer.advanceClock('16 minutes');
    expect((await recoveryApi.startBySecretWord(user.userName)).status).toBe(200);
  });
});

describe('disabled recovery by secret word', () => {
  const responses = async (recoveryApi: ReturnType<typeof createRecoveryClient>, name: string) => {
    const attempts = [
      recoveryApi.startBySecretWord(name),
      recoveryApi.startBySecretWord(name, 'wrong'),
      recoveryApi.startBySecretWord('nobody', 'wrong'),
    ];
    return (await Promise.all(attempts)).map(({ body }) => body.messageCode);
  };
  const allClosed = Array.from({ length: 3 }, () => 'recovery.wordClosed');

  test('recovery by secret word is disabled for platform users', async () => {
    const admin = await createUser(testServer, { node: platformNode, ...withSecretWord });
    expect(await responses(createRecoveryClient(testServer, platformNode), admin.userName)).toEqual(allClosed);
  });

  test('recovery by secret word is disabled for an organisation that has disabled it, and for no other', async () => {
    const org = await createOrganisation(testServer);
    const user = await createUser(testServer, { node: org, ...withSecretWord });
    const setting = { id: newId(), org_id: org.id, node_id: org.id, tpath: org.tpath, section: 'security' };
    await insertRow(testServer, 'setting_values', { ...setting, field: 'secretWordRecovery', value: 'false' });
    expect(await responses(createRecoveryClient(testServer, org), user.userName)).toEqual(allClosed);
    expect((await recoveryOn().startBySecretWord((await createFreshUser()).userName)).status).toBe(
      hardened ? 400 : 200,
    );
  });

  test('recovery by secret word is disabled in the hardened profile', async () => {
    const hardenedServer = await startTestServer({ databaseUrl: testServer.ownerUrl, securityProfile: 'hardened' });
    expect(await responses(createRecoveryClient(hardenedServer, acorn), (await createFreshUser()).userName)).toEqual(
      allClosed,
    );
  });
});
