import { afterEach, expect, test } from 'vitest';
import { maliciousUrls } from '../../../test/malicious-urls.ts';
import { isPublicPath, isPortalUrl, storeRedirectUrl, takeRedirectUrl } from './redirect-url.ts';

afterEach(() => sessionStorage.clear());

test.each(['/users', '/users?search=ann&page=2', '/user/42/edit', '/structure/hierarchy/'])(
  '%s is a portal URL',
  (address) => {
    expect(isPortalUrl(address)).toBe(true);
  },
);

test.each(maliciousUrls)('the malicious URL %j is rejected both when stored and when read', (url) => {
  expect(isPortalUrl(url)).toBe(false);
  storeRedirectUrl(url);
  expect(sessionStorage.getItem('REDIRECT_URL')).toBeNull();
  sessionStorage.setItem('REDIRECT_URL', url);
  expect(takeRedirectUrl()).toBeUndefined();
});

test('there are at least eighty different malicious URLs', () => {
  expect(new Set(maliciousUrls).size).toBe(maliciousUrls.length);
  expect(maliciousUrls.length).toBeGreaterThanOrEqual(80);
});

test('the dashboard does not replace a stored redirect URL', () => {
  storeRedirectUrl('/dashboard');
  expect(sessionStorage.getItem('REDIRECT_URL')).toBe('/dashboard');
  storeRedirectUrl('/users');
  storeRedirectUrl('/dashboard');
  expect(takeRedirectUrl()).toBe('/users');
});

test.each([
  ['/login', true],
  ['/forgot-password/email', true],
  ['/resetPassword/abc', true],
  ['/reset-password', true],
  ['/users', false],
  ['/dashboard', false],
])('%s is a path outside the session: %s', (path, isPublic) => {
  expect(isPublicPath(path)).toBe(isPublic);
});

test('a redirect URL is returned once', () => {
  storeRedirectUrl('/users?search=ann');
  expect([takeRedirectUrl(), takeRedirectUrl()]).toEqual(['/users?search=ann', undefined]);
});

test('a manipulated redirect URL is checked when it is read', () => {
  sessionStorage.setItem('REDIRECT_URL', '//evil.example');
  expect(takeRedirectUrl()).toBeUndefined();
});
