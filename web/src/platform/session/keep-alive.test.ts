import { openSessions } from '@storeward/contract/sessions';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type RecordedRequest,
  mockResponse,
  mockRawResponse,
  mockError,
  startMockServer,
} from '../../../test/mock-server.ts';
import { createTokens } from '../../../test/create-user.ts';
import { keepSessionAlive } from './keep-alive.ts';
import { idleSeconds, recordActivity } from './user-activity.ts';
import { storeTokens } from '../theme/tokens.ts';

let requests: RecordedRequest[] = [];
let stop: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  requests = startMockServer();
  vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  mockResponse(openSessions.activity, { lastActivity: '2026-11-21T12:00:00Z' });
  mockResponse(openSessions.refresh, () => createTokens(3600, undefined, { refreshToken: `after ${requests.length}` }));
  storeTokens(createTokens());
  recordActivity();
  stop = keepSessionAlive();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);
const requestCount = (pathSuffix: string) => requests.filter(({ path }) => path.endsWith(pathSuffix)).length;

describe('token refresh', () => {
  test('refreshes the token before it expires, and again before the next one does', async () => {
    await vi.advanceTimersByTimeAsync(3_298_000);
    expect(requestCount('/refresh-token')).toBe(0);
    await vi.advanceTimersByTimeAsync(4000);
    expect(requestCount('/refresh-token')).toBe(1);
    await vi.advanceTimersByTimeAsync(3_302_000);
    expect(requestCount('/refresh-token')).toBe(2);
  });

  test('refreshes the token at once when the device wakes up', async () => {
    vi.setSystemTime(Date.now() + 3_400_000);
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(requestCount('/refresh-token')).toBe(1);
  });

  test('retries a failed refresh within the ten seconds in which the server repeats a response', async () => {
    mockRawResponse(openSessions.refresh, 502);
    await vi.advanceTimersByTimeAsync(3_302_000);
    // each attempt is retried once
    expect(requestCount('/refresh-token')).toBe(2);
    await vi.advanceTimersByTimeAsync(8000);
    expect(requestCount('/refresh-token')).toBe(6);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(requestCount('/refresh-token')).toBe(6);
  });

  test('stops refreshing tokens when keep-alive is stopped', async () => {
    stop();
    await minutes(70);
    expect(requests).toHaveLength(0);
  });
});

describe('activity report', () => {
  test('reports activity every five minutes, but only after input', async () => {
    await minutes(4);
    recordActivity();
    await minutes(1.1);
    expect(requestCount('/activity')).toBe(1);
    expect(requests[0]?.headers.get('x-idle-seconds')).toMatch(/^6\d$/);
    await minutes(20);
    expect(requestCount('/activity')).toBe(1);
  });

  test('redirects to the sign-in page if the activity report shows that the session has ended', async () => {
    mockError(openSessions.activity, 'session.expired');
    await minutes(3);
    recordActivity();
    await minutes(3);
    expect(location.replace).toHaveBeenCalledExactlyOnceWith('/login');
  });
});

test('an expired token redirects to the sign-in page', async () => {
  mockRawResponse(openSessions.refresh, 500);
  await minutes(61);
  expect(location.replace).toHaveBeenCalledWith('/login');
  expect(localStorage.getItem('SESSION')).toBeNull();
});

test('device sleep counts as idle time up to the warning, and activity is reported to the server', async () => {
  await minutes(1);
  vi.setSystemTime(Date.now() + 1_000_000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(idleSeconds()).toBeCloseTo(1061, -1);
  expect(requestCount('/activity')).toBe(1);
  vi.setSystemTime(Date.now() + 36_000_000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(idleSeconds()).toBeGreaterThan(2395);
  expect(idleSeconds()).toBeLessThan(2410);
});
