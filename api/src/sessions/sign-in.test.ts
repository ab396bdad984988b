import { hash } from '@node-rs/argon2';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aBrowser, signedInByBrowser } from '../../test/browser.ts';
import { aNode, anOrganisation, aUser, password, type Person, type Place, signIn } from '../../test/builders.ts';
import { aServer } from '../../test/server.ts';

const house = await aServer();
const anotherKey = new Uint8Array(32).fill(9);
const second = await aServer({ databaseUrl: house.ownerUrl });
const wrong = ['signIn.wrong', 'NotAuthorizedException: Message:Incorrect username or password.'];
const locked = ['signIn.locked', 'UserLockedException: Message:User Lock! Please contact Administrator'];
let acorn: Place;
let store: Place;
let ann: Person;

beforeAll(async () => {
  acorn = await anOrganisation(house, { word: 'acorn' });
  store = await aNode(house, { parent: acorn, nodeType: 'STORE' });
});

beforeEach(async () => {
  await house.rows('delete from attempts');
  await house.rows('delete from address_failures');
  await house.clockAhead('0');
  ann = await aUser(house, { at: store });
});

type Name = { readonly userName: string };
const attempt = async ({ userName }: Name, secret = 'wrong', server = house) => {
  const { status, body } = await signIn(server, { userName, secret, host: acorn.host });
  return status === 200 ? 'signed in' : [body.messageCode as string, body.message as string];
};
const tries = async (who: Name, count: number, server = house) => {
  for (let one = 0; one < count; one += 1) expect(await attempt(who, 'wrong', server)).toEqual(wrong);
};
const nobody = { userName: 'nobody.here' };

describe('a name whose password was tried in vain', () => {
  test.for([['that somebody has'], ['that nobody has']] as const)(
    '%s is locked after ten times, whatever the password is then, and open again after half an hour',
    async ([whose]) => {
      const who = whose === 'that nobody has' ? nobody : ann;
      await tries(who, 10);
      for (const secret of ['wrong', password, 'x']) expect(await attempt(who, secret)).toEqual(locked);
      await house.clockAhead('29 minutes 50 seconds');
      expect(await attempt(who, password)).toEqual(locked);
      await house.clockAhead('30 minutes 1 second');
      expect(await attempt(who, password)).toEqual(who === ann ? 'signed in' : wrong);
    },
  );

  test('is the same however it is written, with its domain or without, in capitals or not', async () => {
    const [name, Name] = [ann.userName, ann.userName.toUpperCase()];
    for (const userName of [name, Name, `${name}@acorn.example`, `${Name}@ACORN.example`, name])
      await tries({ userName }, 2);
    expect(await attempt(ann, password)).toEqual(locked);
  });

  test('counts anew after the right one', async () => {
    await tries(ann, 9);
    expect(await attempt(ann, password)).toBe('signed in');
    await tries(ann, 9);
    expect(await attempt(ann, password)).toBe('signed in');
  });

  test('is locked for good after a hundred times in a row, until somebody helps', async () => {
    for (let lock = 0; lock < 10; lock += 1) {
      await tries(ann, 10);
      await house.rows('delete from address_failures');
      await house.rows(`update attempts set locked_until = now() where locked_until < 'infinity'`);
    }
    await house.clockAhead('300 days');
    expect(await attempt(ann, password)).toEqual(locked);
    await house.rows('select forget_old_sign_ins()');
    expect(await attempt(ann, password)).toEqual(locked);
    await house.rows('delete from attempts');
    expect(await attempt(ann, password)).toBe('signed in');
  });

  test('counts together over two servers, and no guess gets past the lock by coming at the same time', async () => {
    const all = await Promise.all(
      Array.from({ length: 30 }, (_, index) => attempt(ann, 'wrong', index % 2 === 0 ? house : second)),
    );
    expect(all.filter(([code]) => code === wrong[0])).toHaveLength(10);
    expect(all.filter(([code]) => code === locked[0])).toHaveLength(20);
    expect(await attempt(ann, password, second)).toEqual(locked);
  });

  test('is not locked by its owner coming in sixteen times at once', async () => {
    const all = await Promise.all(Array.from({ length: 16 }, () => attempt(ann, password)));
    expect(all).toEqual(Array(16).fill('signed in'));
    expect(await house.rows('select from attempts')).toEqual([]);
  });

  test('of another organisation is another name', async () => {
    const beech = await anOrganisation(house);
    const twin = await aUser(house, { at: beech, userName: ann.userName });
    await tries(ann, 10);
    expect((await signIn(house, twin)).status).toBe(200);
  });

  test('is not kept in words, and not kept for ever', async () => {
    await tries(ann, 1);
    const [row] = await house.rows(`select encode(subject, 'escape') as subject from attempts`);
    expect(row!['subject']).not.toContain(ann.userName);
    await house.clockAhead('29 days');
    await house.rows('select forget_old_sign_ins()');
    expect(await house.rows('select from attempts')).toHaveLength(1);
    await house.clockAhead('31 days');
    await house.rows('select forget_old_sign_ins()');
    expect(await house.rows('select from attempts')).toEqual([]);
    expect(await house.rows('select from address_failures')).toEqual([]);
  });

  test('tells whoever knows the password alone that its owner was disabled', async () => {
    const gone = await aUser(house, { at: store, status: false });
    expect((await attempt(gone))[0]).toBe('signIn.wrong');
    expect((await attempt(gone, password))[0]).toBe('signIn.notAllowed');
    await tries(gone, 10);
    expect(await attempt(gone, password)).toEqual(locked);
  });

  test('is written down by the product’s own clock', async () => {
    await house.clockAhead('3 hours');
    await tries(ann, 1);
    const sql = `select at > now() + interval '2 hours' as later from audit where entity_id = $1`;
    expect(await house.rows(sql, [ann.id])).toEqual([{ later: true }]);
  });

  test('says why in the marks that are kept', async () => {
    await tries(ann, 10);
    await attempt(ann, password);
    const marks = await house.rows(`select reason from audit where entity_id = $1 order by at, id`, [ann.id]);
    expect(marks.map(({ reason }) => reason)).toEqual([...Array(10).fill('signIn.wrong'), 'signIn.locked']);
  });
});

describe('a password that was hashed', () => {
  const bare = hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const kept = async ({ id }: { id: string }) =>
    (await house.rows('select password_hash, version from users where id = $1', [id]))[0]!;

  test('before there was a key is hashed with it when its owner next signs in, and not again', async () => {
    const old = await aUser(house, { at: store, password_hash: await bare });
    await attempt(old, 'wrong');
    expect((await kept(old))['password_hash']).toBe(await bare);
    expect(await attempt(old, password)).toBe('signed in');
    const renewed = await kept(old);
    expect(renewed).toMatchObject({ password_hash: expect.stringContaining(',keyid='), version: 1 });
    expect(await attempt(old, password)).toBe('signed in');
    expect(await kept(old)).toEqual(renewed);
  });

  test('with the key before the present one lets its owner in, and is hashed with the present one', async () => {
    const next = await aServer({ databaseUrl: house.ownerUrl, secretKeyPrevious: house.secretKey }, anotherKey);
    const before = await kept(ann);
    expect(await attempt(ann, password, next)).toBe('signed in');
    expect((await kept(ann))['password_hash']).not.toBe(before['password_hash']);
    expect(await attempt(ann, password, await aServer({ databaseUrl: house.ownerUrl }, anotherKey))).toBe('signed in');
    expect((await attempt(ann, password))[0]).toBe('signIn.wrong');
  });
});

describe('a browser that its owner has signed in with', () => {
  test('is let in although strangers have locked the name, and the lock stays on for them', async () => {
    const browser = await signedInByBrowser(house, ann);
    await tries(ann, 10);
    expect((await browser.signIn(ann)).status).toBe(200);
    expect(await attempt(ann, password)).toEqual(locked);
    expect((await aBrowser(house, acorn.host).signIn(ann)).body.messageCode).toBe('signIn.locked');
    expect((await browser.signIn(ann)).status).toBe(200);
  });

  test('locks itself, and nobody else, when the wrong tries are its own', async () => {
    const browser = await signedInByBrowser(house, ann);
    for (let one = 0; one < 10; one += 1)
      expect((await browser.signIn(ann, 'wrong')).body.messageCode).toBe('signIn.wrong');
    expect((await browser.signIn(ann)).body.messageCode).toBe('signIn.locked');
    expect(await attempt(ann, password)).toBe('signed in');
    expect((await aBrowser(house, acorn.host).signIn(ann)).status).toBe(200);
  });

  test('is nobody’s for a name that has not been used in it', async () => {
    const browser = await signedInByBrowser(house, ann);
    const bob = await aUser(house, { at: store });
    await tries(bob, 10);
    expect((await browser.signIn(bob)).body.messageCode).toBe('signIn.locked');
  });

  test('is known with the very cookie it was given alone', async () => {
    const browser = await signedInByBrowser(house, ann);
    const held = browser.cookies.get('__Host-device')!;
    await tries(ann, 10);
    for (let at = 0; at < held.length; at += 1) {
      const cookie = `${held.slice(0, at)}${held[at] === 'A' ? 'B' : 'A'}${held.slice(at + 1)}`;
      const stranger = aBrowser(house, acorn.host, [['__Host-device', cookie]]);
      expect((await stranger.signIn(ann)).body.messageCode).toBe('signIn.locked');
    }
    expect((await aBrowser(house, acorn.host, [['__Host-device', held]]).signIn(ann)).status).toBe(200);
  });
});

describe('an address from which a hundred passwords were wrong', () => {
  const from = async (server: typeof house, address: string, who: Name, secret = 'wrong') => {
    const answer = await signIn(server, { ...who, secret, host: acorn.host, headers: { 'x-forwarded-for': address } });
    return { status: answer.status, code: answer.body.messageCode, wait: Number(answer.headers['retry-after']) };
  };
  const closed = { status: 429, code: 'signIn.tooMany' };

  test('is heard no more for a quarter of an hour, whoever is meant, by any server; all others are', async () => {
    const [one, two] = [
      await aServer({ databaseUrl: house.ownerUrl, trustProxy: ['127.0.0.1'] }),
      await aServer({ databaseUrl: house.ownerUrl, trustProxy: ['127.0.0.1'] }),
    ];
    for (let guess = 0; guess < 100; guess += 1) {
      const { status } = await from(guess % 2 === 0 ? one : two, '203.0.113.7', { userName: `guess.${guess}` });
      expect(status).toBe(400);
    }
    for (const server of [one, two]) {
      const answer = await from(server, '203.0.113.7', ann, password);
      expect(answer).toMatchObject(closed);
      expect(answer.wait).toBeGreaterThan(800);
      expect(answer.wait).toBeLessThanOrEqual(900);
    }
    expect((await from(one, '203.0.113.8', ann, password)).status).toBe(200);
    await house.clockAhead('15 minutes 1 second');
    expect((await from(one, '203.0.113.7', ann, password)).status).toBe(200);
  });

  test('is a whole network where addresses come by the network', async () => {
    const few = await aServer({ databaseUrl: house.ownerUrl, trustProxy: ['127.0.0.1'], addressTries: 3 });
    for (const tail of ['1', '2', 'ffff:1']) await from(few, `2001:db8:1:2::${tail}`, nobody);
    expect(await from(few, '2001:db8:1:2:9:9:9:9', ann, password)).toMatchObject(closed);
    expect((await from(few, '2001:db8:1:3::1', ann, password)).status).toBe(200);
  });

  test('counts no success', async () => {
    const few = await aServer({ databaseUrl: house.ownerUrl, trustProxy: ['127.0.0.1'], addressTries: 3 });
    for (let one = 0; one < 10; one += 1) expect((await from(few, '203.0.113.9', ann, password)).status).toBe(200);
    expect((await from(few, '203.0.113.9', ann)).status).toBe(400);
  });

  test('learns nothing of a locked name from what it counts: right and wrong passwords cost it the same', async () => {
    const few = await aServer({
      databaseUrl: house.ownerUrl,
      trustProxy: ['127.0.0.1'],
      addressTries: 3,
      signInTries: 1,
    });
    await from(few, '203.0.113.10', ann);
    for (const secret of [password, 'wrong'])
      for (const [index, status] of [400, 400, 400, 429].entries())
        expect([index, (await from(few, `203.0.113.2${secret.length}`, ann, secret)).status]).toEqual([index, status]);
  });

  test('is closed at the hundredth, also when they all come at the same time', async () => {
    const few = await aServer({ databaseUrl: house.ownerUrl, trustProxy: ['127.0.0.1'], addressTries: 5 });
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, guess) => from(few, '203.0.113.30', { userName: `at.once.${guess}` })),
    );
    expect(all.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(15);
  });
});

test('every limit is the operator’s to set', async () => {
  const strict = await aServer({
    databaseUrl: house.ownerUrl,
    signInTries: 2,
    signInLockMinutes: 5,
    signInTriesInRow: 3,
  });
  await tries(ann, 2, strict);
  expect(await attempt(ann, password, strict)).toEqual(locked);
  await house.clockAhead('5 minutes 1 second');
  await tries(ann, 1, strict);
  await house.clockAhead('99 days');
  expect(await attempt(ann, password, strict)).toEqual(locked);
});
