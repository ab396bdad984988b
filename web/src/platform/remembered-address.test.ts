import { afterEach, expect, test } from 'vitest';
import { urlTricks } from '../../test/url-tricks.ts';
import { countsAsSignedOut, ownAddress, rememberAddress, takeAddress } from './remembered-address.ts';

afterEach(() => sessionStorage.clear());

test.each(['/users', '/users?search=ann&page=2', '/user/42/edit', '/structure/hierarchy/'])(
  '%s is one of ours',
  (address) => {
    expect(ownAddress(address)).toBe(true);
  },
);

test.each(urlTricks)('the trick %j leads nowhere, neither when it is stored nor when it lies there', (trick) => {
  expect(ownAddress(trick)).toBe(false);
  rememberAddress(trick);
  expect(sessionStorage.getItem('REDIRECT_URL')).toBeNull();
  sessionStorage.setItem('REDIRECT_URL', trick);
  expect(takeAddress()).toBeUndefined();
});

test('there are at least eighty tricks, each another', () => {
  expect(new Set(urlTricks).size).toBe(urlTricks.length);
  expect(urlTricks.length).toBeGreaterThanOrEqual(80);
});

test('where everybody arrives anyway does not displace a screen that somebody wanted', () => {
  rememberAddress('/dashboard');
  expect(sessionStorage.getItem('REDIRECT_URL')).toBe('/dashboard');
  rememberAddress('/users');
  rememberAddress('/dashboard');
  expect(takeAddress()).toBe('/users');
});

test.each([
  ['/login', true],
  ['/forgot-password/email', true],
  ['/resetPassword/abc', true],
  ['/reset-password', true],
  ['/users', false],
  ['/dashboard', false],
])('%s counts as an address without a session: %s', (path, counts) => {
  expect(countsAsSignedOut(path)).toBe(counts);
});

test('an address is handed out once', () => {
  rememberAddress('/users?search=ann');
  expect([takeAddress(), takeAddress()]).toEqual(['/users?search=ann', undefined]);
});

test('an address that somebody else has put there is checked when it is used', () => {
  sessionStorage.setItem('REDIRECT_URL', '//evil.example');
  expect(takeAddress()).toBeUndefined();
});
