import { hash } from '@node-rs/argon2';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBrowser, signInWithBrowser } from '../../../test/browser.ts';
import {
  createNode,
  createOrganisation,
  createUser,
  password,
  type TestUser,
  type TestNode,
  signIn,
} from '../../../test/builders.ts';
import { startTestServer } from '../../../test/server.ts';

const main = await startTestServer();
const anotherKey = new Uint8Array(32).fill(9);
const second = await startTestServer({ databaseUrl: main.ownerUrl });
const wrongCredentials = ['signIn.wrong', 'NotAuthorizedException: Message:Incorrect username or password.'];
const locked = ['signIn.locked', 'UserLockedException: Message:User Lock! Please contact Administrator'];
let acorn: TestNode;
let store: TestNode;
let ann: TestUser;

beforeAll(async () => {
  acorn = await createOrganisation(main, { slug: 'acorn' });
  store = await createNode(main, { parent: acorn, nodeType: 'STORE' });
});

beforeEach(async () => {
  await main.query('delete from failed_attempts');
  await main.query('delete from address_failures');
  await main.advanceClock('0');
  ann = await createUser(main, { node: store });
});

type Name = { readonly userName: string };
const attemptSignIn = async ({ userName }: Name, secret = 'wrong', server = main) => {
  const { status, body } = await signIn(server, { userName, secret, host: acorn.host });
  return status === 200 ? 'signed in' : [body.messageCode as string, body.message as string];
};
const fail = async (name: Name, count: number, server = main) => {
  for (let attempt = 0; attempt < count; attempt += 1)
    expect(await attemptSignIn(name, 'wrong', server)).toEqual(wrongCredentials);
};
const unknownUser = { userName: 'nobody.here' };

describe('a name with failed sign-in attempts', () => {
  test.for([['of a user'], ['of no user']] as const)(
    '%s is locked after ten failures, whatever the password, and unlocked after 30 minutes',
    async ([kind]) => {
      const name = kind === 'of no user' ? unknownUser : ann;
      await fail(name, 10);
      for (const secret of ['wrong', password, 'x']) expect(await attemptSignIn(name, secret)).toEqual(locked);
      await main.advanceClock('29 minutes 50 seconds');
      expect(await attemptSignIn(name, password)).toEqual(locked);
      await main.advanceClock('30 minutes 1 second');
      expect(await attemptSignIn(name, password)).toEqual(name === ann ? 'signed in' : wrongCredentials);
    },
  );

  test('counts as the same name with or without its domain and regardless of case', async () => {
    const [name, Name] = [ann.userName, ann.userName.toUpperCase()];
    for (const userName of [name, Name, `${name}@acorn.example`, `${Name}@ACORN.example`, name])
      await fail({ userName }, 2);
    expect(await attemptSignIn(ann, password)).toEqual(locked);
  });

  test('resets its count after a successful sign-in', async () => {
    await fail(ann, 9);
    expect(await attemptSignIn(ann, password)).toBe('signed in');
    await fail(ann, 9);
    expect(await attemptSignIn(ann, password)).toBe('signed in');
  });

  test('is locked permanently after 100 failures in a row until an administrator unlocks it', async () => {
    for (let lock = 0; lock < 10; lock += 1) {
      await fail(ann, 10);
      await main.query('delete from address_failures');
      await main.query(`update failed_attempts set locked_until = now() where locked_until < 'infinity'`);
    }
    await main.advanceClock('300 days');
    expect(await attemptSignIn(ann, password)).toEqual(locked);
    await main.query('select delete_expired_sessions()');
    expect(await attemptSignIn(ann, password)).toEqual(locked);
    await main.query('delete from failed_attempts');
    expect(await attemptSignIn(ann, password)).toBe('signed in');
  });

  test('is counted across two servers, and concurrent guesses do not get past the lock', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, index) => attemptSignIn(ann, 'wrong', index % 2 === 0 ? main : second)),
    );
    expect(outcomes.filter(([code]) => code === wrongCredentials[0])).toHaveLength(10);
    expect(outcomes.filter(([code]) => code === locked[0])).toHaveLength(20);
    expect(await attemptSignIn(ann, password, second)).toEqual(locked);
  });

  test('is not locked by sixteen concurrent successful sign-ins', async () => {
    const outcomes = await Promise.all(Array.from({ length: 16 }, () => attemptSignIn(ann, password)));
    expect(outcomes).toEqual(Array(16).fill('signed in'));
    expect(await main.query('select from failed_attempts')).toEqual([]);
  });

  test('is counted separately per organisation', async () => {
    const beech = await createOrganisation(main);
    const twin = await createUser(main, { node: beech, userName: ann.userName });
    await fail(ann, 10);
    expect((await signIn(main, twin)).status).toBe(200);
  });

  test('is stored only as a hash and deleted after 30 days', async () => {
    await fail(ann, 1);
    const [row] = await main.query(`select encode(subject, 'escape') as subject from failed_attempts`);
    expect(row!['subject']).not.toContain(ann.userName);
    await main.advanceClock('29 days');
    await main.query('select delete_expired_sessions()');
    expect(await main.query('select from failed_attempts')).toHaveLength(1);
    await main.advanceClock('31 days');
    await main.query('select delete_expired_sessions()');
    expect(await main.query('select from failed_attempts')).toEqual([]);
    expect(await main.query('select from address_failures')).toEqual([]);
  });

  test('reveals that the user is disabled only after the right password', async () => {
    const disabledUser = await createUser(main, { node: store, status: false });
    expect((await attemptSignIn(disabledUser))[0]).toBe('signIn.wrong');
    expect((await attemptSignIn(disabledUser, password))[0]).toBe('signIn.notAllowed');
    await fail(disabledUser, 10);
    expect(await attemptSignIn(disabledUser, password)).toEqual(locked);
  });

  test('is audited with the database’s clock', async () => {
    await main.advanceClock('3 hours');
    await fail(ann, 1);
    const sql = `select at > now() + interval '2 hours' as later from audit where entity_id = $1`;
    expect(await main.query(sql, [ann.id])).toEqual([{ later: true }]);
  });

  test('records the reason of each failure in the audit', async () => {
    await fail(ann, 10);
    await attemptSignIn(ann, password);
    const auditEntries = await main.query(`select reason from audit where entity_id = $1 order by at, id`, [ann.id]);
    expect(auditEntries.map(({ reason }) => reason)).toEqual([...Array(10).fill('signIn.wrong'), 'signIn.locked']);
  });
});

describe('a stored password hash', () => {
  const unkeyedHash = hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const storedPassword = async ({ id }: { id: string }) =>
    (await main.query('select password_hash, version from users where id = $1', [id]))[0]!;

  test('made without a key is rehashed with the key once, on the next successful sign-in', async () => {
    const unkeyedUser = await createUser(main, { node: store, password_hash: await unkeyedHash });
    await attemptSignIn(unkeyedUser, 'wrong');
    expect((await storedPassword(unkeyedUser))['password_hash']).toBe(await unkeyedHash);
    expect(await attemptSignIn(unkeyedUser, password)).toBe('signed in');
    const rehashed = await storedPassword(unkeyedUser);
    expect(rehashed).toMatchObject({ password_hash: expect.stringContaining(',keyid='), version: 1 });
    expect(await attemptSignIn(unkeyedUser, password)).toBe('signed in');
    expect(await storedPassword(unkeyedUser)).toEqual(rehashed);
  });

  test('made with the previous key is accepted and rehashed with the current key', async () => {
    const rotatedServer = await startTestServer(
      { databaseUrl: main.ownerUrl, secretKeyPrevious: main.secretKey },
      anotherKey,
    );
    const before = await storedPassword(ann);
    expect(await attemptSignIn(ann, password, rotatedServer)).toBe('signed in');
    expect((await storedPassword(ann))['password_hash']).not.toBe(before['password_hash']);
    expect(await attemptSignIn(ann, password, await startTestServer({ databaseUrl: main.ownerUrl }, anotherKey))).toBe(
      'signed in',
    );
    expect((await attemptSignIn(ann, password))[0]).toBe('signIn.wrong');
  });
});

describe('a browser known to the user', () => {
  test('can sign in while the name is locked by others, for whom the lock remains', async () => {
    const browser = await signInWithBrowser(main, ann);
    await fail(ann, 10);
    expect((await browser.signIn(ann)).status).toBe(200);
    expect(await attemptSignIn(ann, password)).toEqual(locked);
    expect((await createBrowser(main, acorn.host).signIn(ann)).body.messageCode).toBe('signIn.locked');
    expect((await browser.signIn(ann)).status).toBe(200);
  });

  test('is locked alone after its own failed attempts', async () => {
    const browser = await signInWithBrowser(main, ann);
    for (let count = 0; count < 10; count += 1)
      expect((await browser.signIn(ann, 'wrong')).body.messageCode).toBe('signIn.wrong');
    expect((await browser.signIn(ann)).body.messageCode).toBe('signIn.locked');
    expect(await attemptSignIn(ann, password)).toBe('signed in');
    expect((await createBrowser(main, acorn.host).signIn(ann)).status).toBe(200);
  });

  test('is not known for another user’s name', async () => {
    const browser = await signInWithBrowser(main, ann);
    const bob = await createUser(main, { node: store });
    await fail(bob, 10);
    expect((await browser.signIn(bob)).body.messageCode).toBe('signIn.locked');
  });

  test('is recognised only by its exact cookie', async () => {
    const browser = await signInWithBrowser(main, ann);
    const deviceCookie = browser.cookies.get('__Host-device')!;
    await fail(ann, 10);
    for (let index = 0; index < deviceCookie.length; index += 1) {
      const cookie = `${deviceCookie.slice(0, index)}${deviceCookie[index] === 'A' ? 'B' : 'A'}${deviceCookie.slice(index + 1)}`;
      const stranger = createBrowser(main, acorn.host, [['__Host-device', cookie]]);
      expect((await stranger.signIn(ann)).body.messageCode).toBe('signIn.locked');
    }
    expect((await createBrowser(main, acorn.host, [['__Host-device', deviceCookie]]).signIn(ann)).status).toBe(200);
  });
});

describe('a client address with a hundred failed sign-ins', () => {
  const from = async (server: typeof main, address: string, name: Name, secret = 'wrong') => {
    const headers = { 'x-forwarded-for': address };
    const response = await signIn(server, { ...name, secret, host: acorn.host, headers });
    return { status: response.status, code: response.body.messageCode, wait: Number(response.headers['retry-after']) };
  };
  const blocked = { status: 429, code: 'signIn.tooMany' };
  const startLimited = (addressTries: number) =>
    startTestServer({ databaseUrl: main.ownerUrl, trustProxy: ['127.0.0.1'], addressTries });

  test('is blocked for 15 minutes for every name on every server, while other addresses are not', async () => {
    const [one, other] = [
      await startTestServer({ databaseUrl: main.ownerUrl, trustProxy: ['127.0.0.1'] }),
      await startTestServer({ databaseUrl: main.ownerUrl, trustProxy: ['127.0.0.1'] }),
    ];
    for (let index = 0; index < 100; index += 1) {
      const { status } = await from(index % 2 === 0 ? one : other, '203.0.113.7', { userName: `guess.${index}` });
      expect(status).toBe(400);
    }
    for (const server of [one, other]) {
      const response = await from(server, '203.0.113.7', ann, password);
      expect(response).toMatchObject(blocked);
      expect(response.wait).toBeGreaterThan(800);
      expect(response.wait).toBeLessThanOrEqual(900);
    }
    expect((await from(one, '203.0.113.8', ann, password)).status).toBe(200);
    await main.advanceClock('15 minutes 1 second');
    expect((await from(one, '203.0.113.7', ann, password)).status).toBe(200);
  });

  test('is counted by its /64 network for IPv6', async () => {
    const limited = await startLimited(3);
    for (const tail of ['1', '2', 'ffff:1']) await from(limited, `2001:db8:1:2::${tail}`, unknownUser);
    expect(await from(limited, '2001:db8:1:2:9:9:9:9', ann, password)).toMatchObject(blocked);
    expect((await from(limited, '2001:db8:1:3::1', ann, password)).status).toBe(200);
  });

  test('is not counted for successful sign-ins', async () => {
    const limited = await startLimited(3);
    for (let count = 0; count < 10; count += 1)
      expect((await from(limited, '203.0.113.9', ann, password)).status).toBe(200);
    expect((await from(limited, '203.0.113.9', ann)).status).toBe(400);
  });

  test('is counted the same for right and wrong passwords of a locked name', async () => {
    const limited = await startTestServer({
      databaseUrl: main.ownerUrl,
      trustProxy: ['127.0.0.1'],
      addressTries: 3,
      signInTries: 1,
    });
    await from(limited, '203.0.113.10', ann);
    for (const secret of [password, 'wrong'])
      for (const [index, status] of [400, 400, 400, 429].entries())
        expect([index, (await from(limited, `203.0.113.2${secret.length}`, ann, secret)).status]).toEqual([
          index,
          status,
        ]);
  });

  test('is blocked at its limit also for concurrent attempts', async () => {
    const limited = await startLimited(5);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => from(limited, '203.0.113.30', { userName: `at.once.${index}` })),
    );
    expect(outcomes.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(outcomes.filter(({ status }) => status === 429)).toHaveLength(15);
  });
});

test('every rate limit is configurable', async () => {
  const strict = await startTestServer({
    databaseUrl: main.ownerUrl,
    signInTries: 2,
    signInLockMinutes: 5,
    signInTriesInRow: 3,
  });
  await fail(ann, 2, strict);
  expect(await attemptSignIn(ann, password, strict)).toEqual(locked);
  await main.advanceClock('5 minutes 1 second');
  await fail(ann, 1, strict);
  await main.advanceClock('99 days');
  expect(await attemptSignIn(ann, password, strict)).toEqual(locked);
});
