import { type RuntimeConfiguration, defaultRuntimeConfiguration } from '@storeward/contract/runtime-configuration';
import { sessions } from '@storeward/contract/sessions';
import { UserId, users } from '@storeward/contract/users';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type RecordedRequest,
  mockResponse,
  mockRawResponse,
  mockError,
  startMockServer,
} from '../../../test/mock-server.ts';
import { createUser, createTokens } from '../../../test/create-user.ts';
import { type ApiError, call, endpointQuery } from './api.ts';
import { recordActivity } from '../session/user-activity.ts';
import { resetRuntimeConfiguration } from '../runtime-configuration.ts';
import { takeSessionLostNotice } from '../session/session-end.ts';
import { writeStored } from '../storage.ts';
import { storeTokens, tokens } from '../theme/tokens.ts';

const user = createUser();
const { firstName, lastName, emailId, phoneNumber, timeZone, country } = user;
const input = { firstName, lastName, emailId, phoneNumber, language: 'en', timeZone, country } as const;
let requests: RecordedRequest[] = [];

beforeEach(() => {
  requests = startMockServer();
  vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  storeTokens(createTokens());
});

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const updateUser = () => call(users.update, { params: { id: user.id }, body: input, version: 7 });
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as ApiError,
  );

describe('request', () => {
  test('sends the access token, the API key, the base version and an idempotency key with a change', async () => {
    mockResponse(users.update, user);
    await updateUser();
    const { headers, body, path } = requests[0]!;
    expect(path).toBe(`/user-management/users/${user.id}`);
    expect(body).toEqual(input);
    expect(headers.get('authorization')).toBe(`Bearer ${tokens()?.accessToken}`);
    expect(headers.get('x-api-key')).toBe('key-of-the-organisation');
    expect(headers.get('if-match')).toBe('"7"');
    expect(headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('sends no idempotency key with a read, and omits undefined query parameters', async () => {
    mockResponse(users.list, { result: [], total: 0 });
    await call(users.list, { query: { search: 'ann', page: undefined } });
    expect(requests[0]?.query.toString()).toBe('search=ann');
    expect(requests[0]?.headers.has('idempotency-key')).toBe(false);
  });

  test('sends the CSRF cookie back as a header', async () => {
    document.cookie = 'XSRF-TOKEN=abc%3D';
    mockResponse(users.update, user);
    await updateUser();
    expect(requests[0]?.headers.get('x-xsrf-token')).toBe('abc=');
    document.cookie = 'XSRF-TOKEN=; max-age=0';
  });

  test('sends the seconds since the last user activity to its own server', async () => {
    vi.useFakeTimers();
    recordActivity();
    vi.advanceTimersByTime(90_500);
    mockResponse(users.get, user);
    await call(users.get, { params: { id: user.id } });
    vi.useRealTimers();
    expect(requests[0]?.headers.get('x-idle-seconds')).toBe('90');
  });

  test('omits the API key if the token does not contain one', async () => {
    storeTokens(createTokens(3600, undefined, { claims: { 'custom:apiKey': '' } }));
    mockResponse(users.get, user);
    await call(users.get, { params: { id: user.id } });
    expect(requests[0]?.headers.has('x-api-key')).toBe(false);
  });

  describe('to an API on another origin', () => {
    const configureApi = (configuration: Partial<RuntimeConfiguration>) => {
      const meta = document.head.appendChild(document.createElement('meta'));
      meta.name = 'portal';
      meta.content = JSON.stringify({
        ...defaultRuntimeConfiguration,
        apiBase: 'https://api.example.com',
        ...configuration,
      });
      resetRuntimeConfiguration();
    };

    afterEach(() => {
      document.querySelector('meta[name="portal"]')?.remove();
      resetRuntimeConfiguration();
    });

    test('uses the API base URL and sends the access token', async () => {
      configureApi({});
      const fetchSpy = vi.spyOn(globalThis, 'fetch');
      mockResponse(users.get, user);
      await call(users.get, { params: { id: user.id } });
      expect(fetchSpy.mock.calls[0]?.[0]).toBe(`https://api.example.com/user-management/users/${user.id}`);
      expect(requests[0]?.headers.get('authorization')).toMatch(/^Bearer /);
    });

    test('sends no access token, API key or idle seconds to a partner host', async () => {
      configureApi({ partnerHosts: ['api.example.com'] });
      mockResponse(users.get, user);
      await call(users.get, { params: { id: user.id } });
      const sentHeaders = ['authorization', 'x-api-key', 'x-idle-seconds'].filter((name) =>
        requests[0]?.headers.has(name),
      );
      expect(sentHeaders).toEqual([]);
      expect(requests[0]?.headers.get('accept')).toBe('application/json');
    });
  });

  test('does not send expired tokens and removes them', async () => {
    writeStored('SESSION', createTokens(-1));
    mockResponse(users.get, user);
    await call(users.get, { params: { id: user.id } });
    expect(requests[0]?.headers.has('authorization')).toBe(false);
    expect(localStorage.getItem('SESSION')).toBeNull();
  });
});

describe('response', () => {
  test('keeps the total of a paginated response and unwraps the result of any other', async () => {
    mockResponse(users.list, { result: [], total: 60_012 });
    mockResponse(users.get, user);
    expect(await call(users.list, { query: {} })).toMatchObject({ total: 60_012 });
    expect(await call(users.get, { params: { id: user.id } })).toMatchObject({ firstName: 'Priya' });
  });

  test('turns an error response into an ApiError with its code, field errors and current record', async () => {
    const error = { path: 'emailId', messageCode: 'field.email', message: 'no' };
    mockError(users.update, 'record.stale', { errors: [error], current: { version: 9 } });
    expect(await failure(updateUser())).toMatchObject({
      status: 412,
      code: 'record.stale',
      errors: [error],
      current: { version: 9 },
    });
  });

  test('uses the code unknown for a response that is not an API error', async () => {
    mockRawResponse(users.get, 418, '<html>');
    expect(await failure(call(users.get, { params: { id: user.id } }))).toMatchObject({
      status: 418,
      code: 'unknown',
    });
  });
});

describe('retry', () => {
  test.each([500, 502])('retries once after status %i, with the same idempotency key', async (status) => {
    mockRawResponse(users.update, status);
    expect(await failure(updateUser())).toMatchObject({ status });
    expect(requests).toHaveLength(2);
    expect(requests[0]?.headers.get('idempotency-key')).toBe(requests[1]?.headers.get('idempotency-key'));
  });

  test('retries once after a network failure', async () => {
    const failingFetch = vi.fn<typeof fetch>().mockRejectedValue(new TypeError('no network'));
    vi.stubGlobal('fetch', failingFetch);
    expect(await failure(updateUser())).toMatchObject({ status: 0, code: 'unknown' });
    expect(failingFetch).toHaveBeenCalledTimes(2);
  });

  test('does not retry after any other error', async () => {
    mockError(users.update, 'service.unavailable');
    await failure(updateUser());
    expect(requests).toHaveLength(1);
  });
});

describe('lost session', () => {
  test('redirects to the sign-in page once for many lost-session errors, and leaves a notice that is read once', async () => {
    mockError(users.get, 'session.expired');
    await Promise.all([1, 2, 3].map(() => failure(call(users.get, { params: { id: user.id } }))));
    expect(location.replace).toHaveBeenCalledTimes(1);
    expect(location.replace).toHaveBeenCalledWith('/login');
    expect(localStorage.getItem('SESSION')).toBeNull();
    expect([takeSessionLostNotice(), takeSessionLostNotice()]).toEqual([true, false]);
  });

  test('treats a missing permission like a lost session', async () => {
    mockError(users.get, 'access.denied');
    await Promise.all([1, 2, 3].map(() => failure(call(users.get, { params: { id: user.id } }))));
    expect(location.replace).toHaveBeenCalledExactlyOnceWith('/login');
  });

  test('redirects after a lost session also for calls whose failures are only logged', async () => {
    mockError(users.get, 'session.expired');
    await failure(call(users.get, { params: { id: user.id } }, { quiet: 'logged' }));
    expect(location.replace).toHaveBeenCalledExactlyOnceWith('/login');
  });

  test.each(['session.expired', 'access.denied', 'password.mustChange'] as const)(
    'ignores a late %s that belongs to an earlier session',
    async (code) => {
      mockError(users.get, code);
      const lateFailure = failure(call(users.get, { params: { id: user.id } }));
      const next = createTokens(3600, undefined, { session: 'session-2', refreshToken: 'another' });
      storeTokens(next);
      expect(await lateFailure).toMatchObject({ code });
      expect([tokens(), vi.mocked(location.replace).mock.calls]).toEqual([next, []]);
    },
  );

  test('does not redirect to the sign-in page for a quiet call', async () => {
    mockError(sessions.login, 'access.denied');
    const body = { username: 'a', password: 'b', domainName: 'c' };
    expect(await failure(call(sessions.login, { body }, { quiet: true }))).toMatchObject({ code: 'access.denied' });
    expect(location.replace).not.toHaveBeenCalled();
    expect(requests[0]?.headers.get('x-skip-interceptor')).toBe('true');
  });
});

test('a call with quiet: logged writes unexpected failures to the console, but no expected API errors', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const callQuietly = () => failure(call(users.get, { params: { id: user.id } }, { quiet: 'logged' }));
  mockRawResponse(users.get, 500, { messageCode: 'service.failed' });
  expect(await callQuietly()).toMatchObject({ code: 'service.failed', isUnexpected: true });
  expect(log).toHaveBeenCalledExactlyOnceWith('GET /user-management/users/{id}: 500 service.failed');
  mockError(users.get, 'user.unknown');
  expect(await callQuietly()).toMatchObject({ code: 'user.unknown', isUnexpected: false });
  expect(log).toHaveBeenCalledTimes(1);
  expect(requests.every(({ headers }) => headers.get('x-skip-interceptor') === 'true')).toBe(true);
});

test('the query key of a record starts with the query key of its list', () => {
  const key = endpointQuery(users.get, { params: { id: UserId.parse(user.id) } }).queryKey;
  expect(key.slice(0, 2)).toEqual(endpointQuery(users.list, { query: {} }).queryKey.slice(0, 2));
});
