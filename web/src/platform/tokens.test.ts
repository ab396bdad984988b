import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { someTokens } from '../../test/person.ts';
import { appSettings } from './app-settings.ts';
import { keep } from './storage.ts';
import { claimsOf, keepTokens, sessionOf, tokenAge, tokens } from './tokens.ts';

beforeEach(() => {
  // tokens count whole seconds
  vi.useFakeTimers({ now: 1_795_000_000_000 });
});
afterEach(() => vi.useRealTimers());

const hour = 3_600_000;

/** Moves the hands of the device's clock, while no time passes. */
const setClock = (by: number) => vi.setSystemTime(Date.now() + by);

describe('a device whose clock is wrong', () => {
  test.each([
    ['an hour ahead', 3600],
    ['an hour behind', -3600],
    ['a minute ahead', 60],
    ['a minute behind', -60],
  ])('%s signs in, and its session lasts as long as any other', (_how, clockBehind) => {
    keepTokens(someTokens(3600, undefined, { clockBehind }));
    vi.advanceTimersByTime(hour - 1000);
    expect(tokens()).toBeDefined();
    expect(tokenAge(tokens()!)).toBeCloseTo(3599, 0);
    vi.advanceTimersByTime(1000);
    expect(tokens()).toBeUndefined();
  });

  test('finds its session again after the page was loaded anew', () => {
    const held = someTokens(3600, undefined, { clockBehind: 3600 });
    keepTokens(held);
    expect(appSettings().clockAhead).toBeCloseTo(hour, -4);
    keepTokens(someTokens(3600, undefined, { refreshToken: 'other', clockBehind: 3600 }));
    keep('SESSION', held);
    expect(tokens()).toEqual(held);
    vi.advanceTimersByTime(hour);
    expect(tokens()).toBeUndefined();
  });

  test('that is set right meanwhile costs nobody their session', () => {
    keepTokens(someTokens());
    setClock(hour * 2);
    expect(tokens()).toBeDefined();
    setClock(-hour * 4);
    expect(tokens()).toBeDefined();
  });
});

test('a clock that is right is not worth remembering', () => {
  keepTokens(someTokens(3600, undefined, { clockBehind: 3600 }));
  keepTokens(someTokens());
  expect(Object.keys(JSON.parse(localStorage.getItem('APP_SETTING')!))).toEqual([]);
});

test('tokens are as old as the clock says where that is more than was counted, as after a sleep', () => {
  keepTokens(someTokens());
  vi.advanceTimersByTime(60_000);
  expect(tokenAge(tokens()!)).toBeCloseTo(60, 0);
  setClock(3_300_000);
  expect(tokenAge(tokens()!)).toBeCloseTo(3360, 0);
});

test('tokens that were past their time before the page came are removed', () => {
  keep('SESSION', someTokens(-1));
  expect(tokens()).toBeUndefined();
  expect(localStorage.getItem('SESSION')).toBeNull();
});

test('the claims name the person, the first role, and the root node without its prefix', () => {
  const held = someTokens(3600, 'user-1', {
    session: 'session-7',
    claims: { 'custom:rootNodeId': 'NODE::node-1', 'custom:roles': '["role-1","role-2"]' },
  });
  expect(claimsOf(held)).toEqual({
    userId: 'user-1',
    apiKey: 'key-of-the-organisation',
    rootNodeId: 'node-1',
    roleId: 'role-1',
  });
  expect(sessionOf(held)).toBe('session-7');
  expect(claimsOf({ idToken: 'nonsense' })).toMatchObject({ userId: '', roleId: undefined });
});
