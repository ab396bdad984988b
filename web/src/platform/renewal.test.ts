import { openSessions } from '@storeward/contract/sessions';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Heard, answer, answerRaw, refuse, startServer } from '../../test/answer.ts';
import { someTokens } from '../../test/person.ts';
import { renew } from './renewal.ts';
import { keep } from './storage.ts';
import { keepTokens, tokens } from './tokens.ts';

const renewed = someTokens(3600, undefined, { refreshToken: 'second' });
let heard: Heard[] = [];

beforeEach(() => {
  heard = startServer();
  vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  answer(openSessions.refresh, renewed);
  keepTokens(someTokens(3600, undefined, { refreshToken: 'first' }));
});

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test('the token is renewed by the name of this app, quietly, and takes the place of the old one', async () => {
  await renew();
  expect(heard[0]).toMatchObject({
    method: 'POST',
    path: '/user-management/refresh-token',
    body: { clientId: 'portal-web', refreshToken: 'first' },
  });
  expect(heard[0]?.headers.get('x-skip-interceptor')).toBe('true');
  expect(tokens()).toEqual(renewed);
});

test('however many ask at once, the server is asked once', async () => {
  await Promise.all([renew(), renew(), renew()]);
  expect(heard).toHaveLength(1);
});

test('a tab that has waited for another takes what that one has got', async () => {
  let done: () => void = () => undefined;
  const otherTab = navigator.locks.request('storeward.renewal', () => new Promise<void>((end) => (done = end)));
  await vi.waitFor(async () => expect((await navigator.locks.query()).held).toHaveLength(1));
  const waiting = renew();
  keep('SESSION', renewed);
  done();
  await Promise.all([otherTab, waiting]);
  expect([heard.length, tokens()?.refreshToken]).toEqual([0, 'second']);
});

test('whoever signs out while it runs stays signed out', async () => {
  answer(openSessions.refresh, () => {
    localStorage.removeItem('SESSION');
    return renewed;
  });
  await renew();
  expect(localStorage.getItem('SESSION')).toBeNull();
});

test('a session that is over leads to the sign-in page', async () => {
  refuse(openSessions.refresh, 'session.expired');
  await renew();
  expect(location.replace).toHaveBeenCalledExactlyOnceWith('/login');
  expect(localStorage.getItem('SESSION')).toBeNull();
});

test('a server that does not answer takes nothing away', async () => {
  answerRaw(openSessions.refresh, 502);
  await expect(renew()).rejects.toMatchObject({ status: 502 });
  expect(tokens()?.refreshToken).toBe('first');
  expect(location.replace).not.toHaveBeenCalled();
});
