import { openSessions } from '@storeward/contract/sessions';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type RecordedRequest,
  mockResponse,
  mockRawResponse,
  mockError,
  startMockServer,
} from '../../../test/mock-server.ts';
import { createTokens } from '../../../test/create-user.ts';
import { refreshTokens } from './token-refresh.ts';
import { writeStored } from '../storage.ts';
import { storeTokens, tokens } from '../theme/tokens.ts';

const newTokens = createTokens(3600, undefined, { refreshToken: 'second' });
let requests: RecordedRequest[] = [];

beforeEach(() => {
  requests = startMockServer();
  vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  mockResponse(openSessions.refresh, newTokens);
  storeTokens(createTokens(3600, undefined, { refreshToken: 'first' }));
});

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test('the refresh request is quiet, names this client, and its tokens replace the old ones', async () => {
  await refreshTokens();
  expect(requests[0]).toMatchObject({
    method: 'POST',
    path: '/user-management/refresh-token',
    body: { clientId: 'portal-web', refreshToken: 'first' },
  });
  expect(requests[0]?.headers.get('x-skip-interceptor')).toBe('true');
  expect(tokens()).toEqual(newTokens);
});

test('concurrent refreshes share one request', async () => {
  await Promise.all([refreshTokens(), refreshTokens(), refreshTokens()]);
  expect(requests).toHaveLength(1);
});

test('a tab that waited for another one uses its tokens', async () => {
  let release: () => void = () => undefined;
  const otherTab = navigator.locks.request('storeward.renewal', () => new Promise<void>((end) => (release = end)));
  await vi.waitFor(async () => expect((await navigator.locks.query()).held).toHaveLength(1));
  const refreshing = refreshTokens();
  writeStored('SESSION', newTokens);
  release();
  await Promise.all([otherTab, refreshing]);
  expect([requests.length, tokens()?.refreshToken]).toEqual([0, 'second']);
});

test('signing out during a refresh discards the new tokens', async () => {
  mockResponse(openSessions.refresh, () => {
    localStorage.removeItem('SESSION');
    return newTokens;
  });
  await refreshTokens();
  expect(localStorage.getItem('SESSION')).toBeNull();
});

test('an ended session redirects to the sign-in page', async () => {
  mockError(openSessions.refresh, 'session.expired');
  await refreshTokens();
  expect(location.replace).toHaveBeenCalledExactlyOnceWith('/login');
  expect(localStorage.getItem('SESSION')).toBeNull();
});

test('an unavailable server keeps the tokens and the session', async () => {
  mockRawResponse(openSessions.refresh, 502);
  await expect(refreshTokens()).rejects.toMatchObject({ status: 502 });
  expect(tokens()?.refreshToken).toBe('first');
  expect(location.replace).not.toHaveBeenCalled();
});
