import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTokens } from '../../../test/create-user.ts';
import { appSettings } from '../app-settings.ts';
import { writeStored } from '../storage.ts';
import { effectiveClaims, storeTokens, sessionIdOf, tokenAge, tokens } from './tokens.ts';

beforeEach(() => {
  // token timestamps are whole seconds
  vi.useFakeTimers({ now: 1_795_000_000_000 });
});
afterEach(() => vi.useRealTimers());

const hour = 3_600_000;

/** Changes the device's clock without time passing. */
const setClock = (by: number) => vi.setSystemTime(Date.now() + by);

describe('a device with a wrong clock', () => {
  test.each([
    ['an hour ahead', 3600],
    ['an hour behind', -3600],
    ['a minute ahead', 60],
    ['a minute behind', -60],
  ])('a clock %s does not change the length of a session', (_how, clockBehind) => {
    storeTokens(createTokens(3600, undefined, { clockBehind }));
    vi.advanceTimersByTime(hour - 1000);
    expect(tokens()).toBeDefined();
    expect(tokenAge(tokens()!)).toBeCloseTo(3599, 0);
    vi.advanceTimersByTime(1000);
    expect(tokens()).toBeUndefined();
  });

  test('keeps the session after a page reload with a wrong clock', () => {
    const skewedTokens = createTokens(3600, undefined, { clockBehind: 3600 });
    storeTokens(skewedTokens);
    expect(appSettings().clockAhead).toBeCloseTo(hour, -4);
    storeTokens(createTokens(3600, undefined, { refreshToken: 'other', clockBehind: 3600 }));
    writeStored('SESSION', skewedTokens);
    expect(tokens()).toEqual(skewedTokens);
    vi.advanceTimersByTime(hour);
    expect(tokens()).toBeUndefined();
  });

  test('keeps the session when the clock is corrected', () => {
    storeTokens(createTokens());
    setClock(hour * 2);
    expect(tokens()).toBeDefined();
    setClock(-hour * 4);
    expect(tokens()).toBeDefined();
  });
});

test('no clock difference is stored for a correct clock', () => {
  storeTokens(createTokens(3600, undefined, { clockBehind: 3600 }));
  storeTokens(createTokens());
  expect(Object.keys(JSON.parse(localStorage.getItem('APP_SETTING')!))).toEqual([]);
});

test('the age of tokens includes time in which the device slept', () => {
  storeTokens(createTokens());
  vi.advanceTimersByTime(60_000);
  expect(tokenAge(tokens()!)).toBeCloseTo(60, 0);
  setClock(3_300_000);
  expect(tokenAge(tokens()!)).toBeCloseTo(3360, 0);
});

test('tokens that expired before the page was loaded are removed', () => {
  writeStored('SESSION', createTokens(-1));
  expect(tokens()).toBeUndefined();
  expect(localStorage.getItem('SESSION')).toBeNull();
});

test('the claims contain the user, the first role and the root node without its prefix', () => {
  const tokensWithClaims = createTokens(3600, 'user-1', {
    session: 'session-7',
    claims: { 'custom:rootNodeId': 'NODE::node-1', 'custom:roles': '["role-1","role-2"]' },
  });
  expect(effectiveClaims(tokensWithClaims)).toEqual({
    userId: 'user-1',
    apiKey: 'key-of-the-organisation',
    rootNodeId: 'node-1',
    roleId: 'role-1',
  });
  expect(sessionIdOf(tokensWithClaims)).toBe('session-7');
  expect(effectiveClaims({ idToken: 'nonsense' })).toMatchObject({ userId: '', roleId: undefined });
});
