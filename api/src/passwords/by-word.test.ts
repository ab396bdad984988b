import { hash, verify } from '@node-rs/argon2';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  anOrganisation,
  aUser,
  insert,
  type Place,
  platform,
  secretWord,
  withSecretWord,
} from '../../test/builders.ts';
import { countOfMails, mailsTo } from '../../test/mails.ts';
import { mailOf, recovery } from '../../test/recovery.ts';
import { aServer, describeUnlessHardened, hardened } from '../../test/server.ts';
import { newId } from '../platform/ids.ts';

vi.mock('@node-rs/argon2', { spy: true }); // the real one, counted

const house = await aServer({ signInTries: 1000, signInTriesInRow: 1000, addressTries: 1_000_000 });
let acorn: Place;
let beech: Place;

beforeAll(async () => {
  acorn = await anOrganisation(house, { word: 'acorn' });
  beech = await anOrganisation(house, { word: 'beech' });
});

const on = (portal = acorn) => recovery(house, portal);
const fresh = (more: Record<string, unknown> = {}) => aUser(house, { at: acorn, ...withSecretWord, ...more });
const wordWrong = {
  status: 400,
  messageCode: 'recovery.wordWrong',
  message:
    'NotAuthorizedException: recovery.wordWrong: The secret word does not match, or there is none for this user.',
};
const wordClosed = { status: 400, messageCode: 'recovery.wordClosed' };

describeUnlessHardened('the right secret word', () => {
  test('opens the reset at once by user name, and no mail is sent', async () => {
    const person = await fresh();
    const { status, body } = await on().byWord(person.userName);
    expect(status).toBe(200);
    expect(body.result).toEqual({
      userId: expect.stringMatching(/^[\w-]{43}$/),
      resetToken: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(body.message).toEqual(body.result);
    expect(await mailsTo(house, person)).toEqual([]);
    expect((await on().reset(body.result.resetToken, 'Quiet-harbour-27')).status).toBe(200);
    expect((await mailsTo(house, person)).map(({ kind }) => kind)).toEqual(['passwordChanged']);
  });

  test('opens it by e-mail, with the other field left empty, and by the name with its domain behind', async () => {
    const person = await fresh();
    for (const names of [
      { emailId: mailOf(person), username: '' },
      { emailId: '', username: person.userName },
    ])
      expect((await on().byWord(undefined, secretWord, names)).status).toBe(200);
    expect((await on().byWord(`${person.userName}@${acorn.domain}`, secretWord, { domainName: null })).status).toBe(
      200,
    );
  });

  test('is taken without the spaces around it, and as it was cased', async () => {
    const person = await fresh();
    expect((await on().byWord(person.userName, `  ${secretWord} `)).status).toBe(200);
    expect((await on().byWord(person.userName, secretWord.toUpperCase())).body).toEqual(wordWrong);
  });

  test('opens it for ten minutes', async () => {
    const apart = await aServer();
    const org = await anOrganisation(apart);
    const person = await aUser(apart, { at: org, ...withSecretWord });
    const token = (await recovery(apart, org).byWord(person.userName)).body.result.resetToken;
    await apart.clockAhead('9 minutes 50 seconds');
    expect((await recovery(apart, org).check(token)).status).toBe(200);
    await apart.clockAhead('10 minutes 1 second');
    expect((await recovery(apart, org).check(token)).body.messageCode).toBe('recovery.linkExpired');
  });

  test('opens nothing on another organisation’s portal', async () => {
    const person = await fresh();
    expect((await on(beech).byWord(person.userName)).body).toEqual(wordWrong);
    expect((await on(beech).byWord(person.userName, secretWord, { domainName: acorn.domain })).body).toEqual(wordWrong);
  });
});

test.for([
  [{ username: undefined, secretWord }, 'emailId', 'field.emailRequired'],
  [{ username: 'a b', secretWord }, 'username', 'field.invalidCharacter'],
  [{ username: 'ann<', secretWord }, 'username', 'field.invalidCharacter'],
  [{ username: 'ann', secretWord: '' }, 'secretWord', 'field.required'],
  [{ emailId: 'ann', secretWord }, 'emailId', 'field.email'],
] as const)('%o is refused for its %s', async ([body, path, messageCode]) => {
  const answer = await on().send('POST', 'validate-email-id', { domainName: acorn.domain, ...body });
  expect(answer.status).toBe(400);
  expect(answer.body.errors[0]).toMatchObject({ path, messageCode });
});

test('nobody can tell by words, work or what is written why a word was refused', async () => {
  const [known, wordless, disabled] = [
    await fresh(),
    await aUser(house, { at: acorn }),
    await fresh({ status: false }),
  ];
  const shared = { email_id: 'both@mail.example', email_norm: 'both@mail.example' };
  await fresh(shared);
  await fresh(shared);
  await on().byWord('nobody.at.all', 'warm up');
  const tries: [string, Record<string, unknown>][] = [
    ['a wrong word', { username: known.userName, secretWord: 'wrong' }],
    ['a wrong word by e-mail', { emailId: mailOf(known), secretWord: 'wrong' }],
    ['an overlong one', { username: known.userName, secretWord: 'w'.repeat(128) }],
    ['an unknown name', { username: 'nobody', secretWord }],
    ['an unknown e-mail', { emailId: 'nobody@mail.example', secretWord }],
    ['somebody without a word', { username: wordless.userName, secretWord }],
    ['somebody disabled', { username: disabled.userName, secretWord }],
    ['an e-mail of two', { emailId: 'both@mail.example', secretWord }],
  ];
  const marks = async () => Number((await house.rows('select count(*) from audit'))[0]!['count']);
  for (const [what, body] of tries) {
    vi.mocked(verify).mockClear();
    vi.mocked(hash).mockClear();
    const before = await marks();
    const answer = await on().send('POST', 'validate-email-id', { domainName: acorn.domain, ...body });
    expect([what, answer.body]).toMatchObject([what, hardened ? wordClosed : wordWrong]);
    const work = hardened ? 0 : 1;
    expect([what, vi.mocked(verify).mock.calls.length, vi.mocked(hash).mock.calls.length]).toEqual([what, work, 0]);
    expect([what, (await marks()) - before]).toEqual([what, work]);
  }
  expect(await countOfMails(house)).toBe((await house.rows(`select from mails where kind = 'passwordChanged'`)).length);
});

describeUnlessHardened('wrong words', () => {
  const apart = () => aServer({ signInTries: 1000, signInTriesInRow: 1000 });

  test.for(['known', 'unknown'])('five of them close this way for an hour, for a name that is %s', async (kind) => {
    const house = await apart();
    const org = await anOrganisation(house);
    const person = await aUser(house, { at: org, ...withSecretWord });
    const doors = recovery(house, org);
    const name = kind === 'known' ? person.userName : 'nobody';
    for (let count = 0; count < 5; count += 1)
      expect((await doors.byWord(name, 'wrong')).body.messageCode).toBe('recovery.wordWrong');
    for (const word of ['wrong', secretWord]) expect((await doors.byWord(name, word)).body).toMatchObject(wordClosed);
    expect((await doors.begin(mailOf(person))).status).toBe(200);
    await house.clockAhead('61 minutes');
    expect((await doors.byWord(name)).status).toBe(kind === 'known' ? 200 : 400);
    expect((await doors.byWord(name, 'wrong')).body.messageCode).toBe('recovery.wordWrong');
  });

  test('ten of them in a row close it until a reset by mail', async () => {
    const house = await apart();
    const org = await anOrganisation(house);
    const person = await aUser(house, { at: org, ...withSecretWord });
    const doors = recovery(house, org);
    for (const moment of ['0', '2 hours']) {
      await house.clockAhead(moment);
      for (let count = 0; count < 5; count += 1) await doors.byWord(person.userName, 'wrong');
    }
    await house.clockAhead('300 days');
    expect((await doors.byWord(person.userName)).body).toMatchObject(wordClosed);
    await doors.mail((await doors.begin(mailOf(person))).body.result.userId);
    const [mail] = await mailsTo(house, person);
    expect((await doors.reset(mail!.facts['token'], 'Quiet-harbour-27')).status).toBe(200);
    expect((await doors.byWord(person.userName)).status).toBe(200);
  });

  test('many at once count like many one after the other', async () => {
    const house = await apart();
    const org = await anOrganisation(house);
    const person = await aUser(house, { at: org, ...withSecretWord });
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => recovery(house, org).byWord(person.userName, 'wrong')),
    );
    const codes = answers.map(({ body }) => body.messageCode);
    expect(codes.filter((code) => code === 'recovery.wordWrong')).toHaveLength(5);
    expect(codes.filter((code) => code === 'recovery.wordClosed')).toHaveLength(11);
  });

  test('count towards the one lock of the account, which then holds for the right word too', async () => {
    const house = await aServer({ signInTries: 3 });
    const org = await anOrganisation(house);
    const person = await aUser(house, { at: org, ...withSecretWord });
    const doors = recovery(house, org);
    for (let count = 0; count < 3; count += 1) await doors.byWord(person.userName, 'wrong');
    expect((await doors.byWord(person.userName)).body).toMatchObject({
      messageCode: 'recovery.locked',
      message: 'UserLockedException: recovery.locked: User Lock! Please contact Administrator',
    });
    await house.clockAhead('31 minutes');
    expect((await doors.byWord(person.userName)).status).toBe(200);
  });

  test('from an address with too many of them are refused with its pause, cost no work, and close nobody’s way', async () => {
    const house = await aServer({ addressTries: 2 });
    const org = await anOrganisation(house);
    const person = await aUser(house, { at: org, ...withSecretWord });
    for (const name of ['one', 'two']) await recovery(house, org).byWord(name, 'wrong');
    await house.clockAhead('5 minutes');
    vi.mocked(verify).mockClear();
    for (let count = 0; count < 6; count += 1) {
      const { status, body, headers } = await recovery(house, org).byWord(person.userName, 'wrong');
      expect([status, body.messageCode]).toEqual([429, 'signIn.tooMany']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(500);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(600);
    }
    expect(vi.mocked(verify)).not.toHaveBeenCalled();
    await house.clockAhead('16 minutes');
    expect((await recovery(house, org).byWord(person.userName)).status).toBe(200);
  });

  test('that come at the same time as the last one of their address close nobody’s way either', async () => {
    const house = await aServer({ addressTries: 2 });
    const org = await anOrganisation(house);
    const person = await aUser(house, { at: org, ...withSecretWord });
    const doors = recovery(house, org);
    const answers = await Promise.all(Array.from({ length: 12 }, () => doors.byWord(person.userName, 'wrong')));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    await house.clockAhead('16 minutes');
    expect((await doors.byWord(person.userName)).status).toBe(200);
  });
});

describe('this way is closed', () => {
  const answers = async (doors: ReturnType<typeof recovery>, name: string) => {
    const tries = [doors.byWord(name), doors.byWord(name, 'wrong'), doors.byWord('nobody', 'wrong')];
    return (await Promise.all(tries)).map(({ body }) => body.messageCode);
  };
  const closed = Array.from({ length: 3 }, () => 'recovery.wordClosed');

  test('to those who run the platform', async () => {
    const admin = await aUser(house, { at: platform, ...withSecretWord });
    expect(await answers(recovery(house, platform), admin.userName)).toEqual(closed);
  });

  test('where the organisation has closed it, and in no other', async () => {
    const org = await anOrganisation(house);
    const person = await aUser(house, { at: org, ...withSecretWord });
    const setting = { id: newId(), org_id: org.id, node_id: org.id, tpath: org.tpath, section: 'security' };
    await insert(house, 'setting_values', { ...setting, field: 'secretWordRecovery', value: 'false' });
    expect(await answers(recovery(house, org), person.userName)).toEqual(closed);
    expect((await on().byWord((await fresh()).userName)).status).toBe(hardened ? 400 : 200);
  });

  test('where the installation is hardened', async () => {
    const strict = await aServer({ databaseUrl: house.ownerUrl, securityProfile: 'hardened' });
    expect(await answers(recovery(strict, acorn), (await fresh()).userName)).toEqual(closed);
  });
});
