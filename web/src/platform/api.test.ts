import { sessions } from '@storeward/contract/sessions';
import { UserId, users } from '@storeward/contract/users';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Heard, answer, answerRaw, refuse, startServer } from '../../test/answer.ts';
import { aPerson, someTokens } from '../../test/person.ts';
import { type ApiError, call, read } from './api.ts';
import { sessionWasLost } from './session-end.ts';
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

  test('tokens past their time are not sent, and are gone', async () => {
    keepTokens(someTokens(-1));
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

  test('is no surprise to a quiet caller', async () => {
    refuse(sessions.login, 'access.denied');
    const body = { username: 'a', password: 'b', domainName: 'c' };
    expect(await failure(call(sessions.login, { body }, { quiet: true }))).toMatchObject({ code: 'access.denied' });
    expect(location.replace).not.toHaveBeenCalled();
    expect(heard[0]?.headers.get('x-skip-interceptor')).toBe('true');
  });
});

test('a read’s place in the cache lies beneath that of its list', () => {
  const key = read(users.get, { params: { id: UserId.parse(person.id) } }).queryKey;
  expect(key.slice(0, 2)).toEqual(read(users.list, { query: {} }).queryKey.slice(0, 2));
});
