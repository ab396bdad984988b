import { openSessions } from '@storeward/contract/sessions';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Heard, answer, answerRaw, refuse, startServer } from '../../test/answer.ts';
import { someTokens } from '../../test/person.ts';
import { keepSessionAlive } from './keep-alive.ts';
import { idleSeconds, noteInput } from './last-input.ts';
import { keepTokens } from './tokens.ts';

let heard: Heard[] = [];
let stop: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  heard = startServer();
  vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  answer(openSessions.activity, { lastActivity: '2026-11-21T12:00:00Z' });
  answer(openSessions.refresh, () => someTokens(3600, undefined, { refreshToken: `after ${heard.length}` }));
  keepTokens(someTokens());
  noteInput();
  stop = keepSessionAlive();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);
const asked = (word: string) => heard.filter(({ path }) => path.endsWith(word)).length;

describe('renewal', () => {
  test('comes with the sign of life, before the token is over, and again with the next', async () => {
    await vi.advanceTimersByTimeAsync(3_298_000);
    expect(asked('/refresh-token')).toBe(0);
    await vi.advanceTimersByTimeAsync(4000);
    expect(asked('/refresh-token')).toBe(1);
    await vi.advanceTimersByTimeAsync(3_302_000);
    expect(asked('/refresh-token')).toBe(2);
  });

  test('comes at once when the device wakes up, whatever was counted meanwhile', async () => {
    vi.setSystemTime(Date.now() + 3_400_000);
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked('/refresh-token')).toBe(1);
  });

  test('that comes to nothing is tried again soon, within the ten seconds in which an answer is repeated', async () => {
    answerRaw(openSessions.refresh, 502);
    await vi.advanceTimersByTimeAsync(3_302_000);
    // each try is made twice
    expect(asked('/refresh-token')).toBe(2);
    await vi.advanceTimersByTimeAsync(8000);
    expect(asked('/refresh-token')).toBe(6);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked('/refresh-token')).toBe(6);
  });

  test('stops with the session', async () => {
    stop();
    await minutes(70);
    expect(heard).toHaveLength(0);
  });
});

describe('the word that somebody is there', () => {
  test('goes to the server every five minutes, but only after input', async () => {
    await minutes(4);
    noteInput();
    await minutes(1.1);
    expect(asked('/activity')).toBe(1);
    expect(heard[0]?.headers.get('x-idle-seconds')).toMatch(/^6\d$/);
    await minutes(20);
    expect(asked('/activity')).toBe(1);
  });

  test('comes back with the end of the session, where it is over', async () => {
    refuse(openSessions.activity, 'session.expired');
    await minutes(3);
    noteInput();
    await minutes(3);
    expect(location.replace).toHaveBeenCalledExactlyOnceWith('/login');
  });
});

test('a token past its time leads to the sign-in page', async () => {
  answerRaw(openSessions.refresh, 500);
  await minutes(61);
  expect(location.replace).toHaveBeenCalledWith('/login');
  expect(localStorage.getItem('SESSION')).toBeNull();
});

test('sleep counts as nobody being there, up to the warning, and the server is asked whether it all still holds', async () => {
  await minutes(1);
  vi.setSystemTime(Date.now() + 1_000_000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(idleSeconds()).toBeCloseTo(1061, -1);
  expect(asked('/activity')).toBe(1);
  vi.setSystemTime(Date.now() + 36_000_000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(idleSeconds()).toBeGreaterThan(2395);
  expect(idleSeconds()).toBeLessThan(2410);
});
