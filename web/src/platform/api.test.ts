import { type PortalFacts, usualFacts } from '@storeward/contract/portal';
import { sessions } from '@storeward/contract/sessions';
import { UserId, users } from '@storeward/contract/users';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Heard, answer, answerRaw, refuse, startServer } from '../../test/answer.ts';
import { aPerson, someTokens } from '../../test/person.ts';
import { type ApiError, call, read } from './api.ts';
import { noteInput } from './last-input.ts';
import { forgetFacts } from './portal-facts.ts';
import { sessionWasLost } from './session-end.ts';
import { keep } from './storage.ts';
import { keepTokens, tokens } from './tokens.ts';

const person = aPerson();
const { firstName, lastName, emailId, phoneNumber, timeZone, country } = person;
const input = { firstName, lastName, emailId, phoneNumber, language: 'en', timeZone, country } as const;
let heard: Heard[] = [];

beforeEach(() => {
  heard = startServer();
  vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  keepTokens(someTokens());
});

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const changeName = () => call(users.update, { params: { id: person.id }, body: input, version: 7 });
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (fault: unknown) => fault as ApiError,
  );

describe('what is sent', () => {
  test('a change carries the tokens, the version it starts from and a key of its own', async () => {
    answer(users.update, person);
    await changeName();
    const { headers, body, path } = heard[0]!;
    expect(path).toBe(`/user-management/users/${person.id}`);
    expect(body).toEqual(input);
    expect(headers.get('authorization')).toBe(`Bearer ${tokens()?.accessToken}`);
    expect(headers.get('x-api-key')).toBe('key-of-the-organisation');
    expect(headers.get('if-match')).toBe('"7"');
    expect(headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a read carries no key, and leaves out what was not asked', async () => {
    answer(users.list, { result: [], total: 0 });
    await call(users.list, { query: { search: 'ann', page: undefined } });
    expect(heard[0]?.query.toString()).toBe('search=ann');
    expect(heard[0]?.headers.has('idempotency-key')).toBe(false);
  });

  test('the cookie against forged requests is echoed', async () => {
    document.cookie = 'XSRF-TOKEN=abc%3D';
    answer(users.update, person);
    await changeName();
    expect(heard[0]?.headers.get('x-xsrf-token')).toBe('abc=');
    document.cookie = 'XSRF-TOKEN=; max-age=0';
  });

  test('our own server is told how long ago somebody was last seen to do something', async () => {
    vi.useFakeTimers();
    noteInput();
    vi.advanceTimersByTime(90_500);
    answer(users.get, person);
    await call(users.get, { params: { id: person.id } });
    vi.useRealTimers();
    expect(heard[0]?.headers.get('x-idle-seconds')).toBe('90');
  });

  test('a key that the token does not name is not sent', async () => {
    keepTokens(someTokens(3600, undefined, { claims: { 'custom:apiKey': '' } }));
    answer(users.get, person);
    await call(users.get, { params: { id: person.id } });
    expect(heard[0]?.headers.has('x-api-key')).toBe(false);
  });

  describe('to an API elsewhere', () => {
    const decide = (facts: Partial<PortalFacts>) => {
      const meta = document.head.appendChild(document.createElement('meta'));
      meta.name = 'portal';
      meta.content = JSON.stringify({ ...usualFacts, apiBase: 'https://api.example.com', ...facts });
      forgetFacts();
    };

    afterEach(() => {
      document.querySelector('meta[name="portal"]')?.remove();
      forgetFacts();
    });

    test('goes to its base with the token', async () => {
      decide({});
      const asked = vi.spyOn(globalThis, 'fetch');
      answer(users.get, person);
      await call(users.get, { params: { id: person.id } });
      expect(asked.mock.calls[0]?.[0]).toBe(`https://api.example.com/user-management/users/${person.id}`);
      expect(heard[0]?.headers.get('authorization')).toMatch(/^Bearer /);
    });

    test('goes without token, key and word of who is there, where that is a partner’s', async () => {
      decide({ partnerHosts: ['api.example.com'] });
      answer(users.get, person);
      await call(users.get, { params: { id: person.id } });
      const sent = ['authorization', 'x-api-key', 'x-idle-seconds'].filter((name) => heard[0]?.headers.has(name));
      expect(sent).toEqual([]);
      expect(heard[0]?.headers.get('accept')).toBe('application/json');
    });
  });

  test('tokens past their time are not sent, and are gone', async () => {
    keep('SESSION', someTokens(-1));
    answer(users.get, person);
    await call(users.get, { params: { id: person.id } });
    expect(heard[0]?.headers.has('authorization')).toBe(false);
    expect(localStorage.getItem('SESSION')).toBeNull();
  });
});

describe('what comes back', () => {
  test('a page keeps its total, anything else is the result itself', async () => {
    answer(users.list, { result: [], total: 60_012 });
    answer(users.get, person);
    expect(await call(users.list, { query: {} })).toMatchObject({ total: 60_012 });
    expect(await call(users.get, { params: { id: person.id } })).toMatchObject({ firstName: 'Priya' });
  });

  test('a refusal keeps its name, its fields and the record as it stands', async () => {
    const fault = { path: 'emailId', messageCode: 'field.email', message: 'no' };
    refuse(users.update, 'record.stale', { errors: [fault], current: { version: 9 } });
    expect(await failure(changeName())).toMatchObject({
      status: 412,
      code: 'record.stale',
      errors: [fault],
      current: { version: 9 },
    });
  });

  test('words that are nobody’s refusal are called unknown', async () => {
    answerRaw(users.get, 418, '<html>');
    expect(await failure(call(users.get, { params: { id: person.id } }))).toMatchObject({
      status: 418,
      code: 'unknown',
    });
  });
});

describe('a second try', () => {
  test.each([500, 502])('is made once after %i, with the same key', async (status) => {
    answerRaw(users.update, status);
    expect(await failure(changeName())).toMatchObject({ status });
    expect(heard).toHaveLength(2);
    expect(heard[0]?.headers.get('idempotency-key')).toBe(heard[1]?.headers.get('idempotency-key'));
  });

  test('is made once when nobody answers at all', async () => {
    const nobody = vi.fn<typeof fetch>().mockRejectedValue(new TypeError('no network'));
    vi.stubGlobal('fetch', nobody);
    expect(await failure(changeName())).toMatchObject({ status: 0, code: 'unknown' });
    expect(nobody).toHaveBeenCalledTimes(2);
  });

  test('is not made after any other refusal', async () => {
    refuse(users.update, 'service.unavailable');
    await failure(changeName());
    expect(heard).toHaveLength(1);
  });
});

describe('a lost session', () => {
  test('leads to the sign-in page, once for many refusals, and is told there once', async () => {
    refuse(users.get, 'session.expired');
    await Promise.all([1, 2, 3].map(() => failure(call(users.get, { params: { id: person.id } }))));
    expect(location.replace).toHaveBeenCalledTimes(1);
    expect(location.replace).toHaveBeenCalledWith('/login');
    expect(localStorage.getItem('SESSION')).toBeNull();
    expect([sessionWasLost(), sessionWasLost()]).toEqual([true, false]);
  });

  test('is the same for a right that is missing', async () => {
    refuse(users.get, 'access.denied');
    await Promise.all([1, 2, 3].map(() => failure(call(users.get, { params: { id: person.id } }))));
    expect(location.replace).toHaveBeenCalledExactlyOnceWith('/login');
  });

  test('is told even where all that breaks is only logged', async () => {
    refuse(users.get, 'session.expired');
    await failure(call(users.get, { params: { id: person.id } }, { quiet: 'logged' }));
    expect(location.replace).toHaveBeenCalledExactlyOnceWith('/login');
  });

  test.each(['session.expired', 'access.denied', 'password.mustChange'] as const)(
    'is told of the session that asked alone: a late %s says nothing of the next one',
    async (code) => {
      refuse(users.get, code);
      const asked = failure(call(users.get, { params: { id: person.id } }));
      const next = someTokens(3600, undefined, { session: 'session-2', refreshToken: 'another' });
      keepTokens(next);
      expect(await asked).toMatchObject({ code });
      expect([tokens(), vi.mocked(location.replace).mock.calls]).toEqual([next, []]);
    },
  );

  test('is no surprise to a quiet caller', async () => {
    refuse(sessions.login, 'access.denied');
    const body = { username: 'a', password: 'b', domainName: 'c' };
    expect(await failure(call(sessions.login, { body }, { quiet: true }))).toMatchObject({ code: 'access.denied' });
    expect(location.replace).not.toHaveBeenCalled();
    expect(heard[0]?.headers.get('x-skip-interceptor')).toBe('true');
  });
});

test('what breaks in a call that nobody is told of is in the log, what is refused is not', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const ask = () => failure(call(users.get, { params: { id: person.id } }, { quiet: 'logged' }));
  answerRaw(users.get, 500, { messageCode: 'service.failed' });
  expect(await ask()).toMatchObject({ code: 'service.failed', isFault: true });
  expect(log).toHaveBeenCalledExactlyOnceWith('GET /user-management/users/{id}: 500 service.failed');
  refuse(users.get, 'user.unknown');
  expect(await ask()).toMatchObject({ code: 'user.unknown', isFault: false });
  expect(log).toHaveBeenCalledTimes(1);
  expect(heard.every(({ headers }) => headers.get('x-skip-interceptor') === 'true')).toBe(true);
});

test('a read’s place in the cache lies beneath that of its list', () => {
  const key = read(users.get, { params: { id: UserId.parse(person.id) } }).queryKey;
  expect(key.slice(0, 2)).toEqual(read(users.list, { query: {} }).queryKey.slice(0, 2));
});
