import { afterEach, expect, test } from 'vitest';
import { ownAddress, rememberAddress, takeAddress } from './remembered-address.ts';

afterEach(() => sessionStorage.clear());

test.each(['/users', '/users?search=ann&page=2', '/user/42/edit', '/structure/hierarchy/'])(
  '%s is one of ours',
  (address) => {
    expect(ownAddress(address)).toBe(true);
  },
);

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/users',
  'javascript:alert(1)',
  '/login',
  '/nowhere',
  '',
  'users',
  '/users@evil.example',
])('%s leads nowhere', (address) => {
  expect(ownAddress(address)).toBe(false);
});

test('an address is handed out once', () => {
  rememberAddress('/users?search=ann');
  expect([takeAddress(), takeAddress()]).toEqual(['/users?search=ann', undefined]);
});

test('an address that somebody else has put there is checked when it is used', () => {
  sessionStorage.setItem('REDIRECT_URL', '//evil.example');
  expect(takeAddress()).toBeUndefined();
});
