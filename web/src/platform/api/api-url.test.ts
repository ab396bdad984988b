import { defaultRuntimeConfiguration } from '@storeward/contract/runtime-configuration';
import { describe, expect, test } from 'vitest';
import { apiBase, mayCarryToken } from './api-url.ts';

const bases = { apiBase: 'https://api.example.com', apiBaseChina: 'https://api.example.cn' };

describe('API base URL', () => {
  test.each([
    ['kestrel-sports.cn', 'https://api.example.cn'],
    ['PORTAL.KESTREL.CN', 'https://api.example.cn'],
    ['x.cnet.com', 'https://api.example.com'],
    ['cn.example.com', 'https://api.example.com'],
    ['kestrel.localhost', 'https://api.example.com'],
  ])('resolves the API base URL of host %s to %s', (host, base) => {
    expect(apiBase(host, bases)).toBe(base);
  });

  test('uses the portal’s own origin as API base URL by default', () => {
    expect(apiBase('kestrel.localhost', defaultRuntimeConfiguration)).toBe('');
  });
});

describe('access token', () => {
  const configuration = { ...defaultRuntimeConfiguration, partnerHosts: ['partner.example'] };

  test.each([
    ['/user-management/users', true],
    ['https://api.example.com/user-management/users', true],
    ['https://partner.example/stock', false],
    ['https://api.example.com.evil.example/users', false],
    ['https://evil.example/?api.example.com', false],
    ['http://api.example.com/users', false],
    ['//evil.example/users', false],
    ['https://api.example.com@evil.example/users', false],
    ['https://[bad', false],
  ])('sends the access token to %s: %s', (address, allowed) => {
    expect(mayCarryToken(address, configuration, 'https://api.example.com')).toBe(allowed);
  });

  test('does not send the access token to a partner host even if it is the API host, but does to its subdomains', () => {
    expect(mayCarryToken('https://partner.example/a', configuration, 'https://partner.example')).toBe(false);
    expect(mayCarryToken('https://api.partner.example/a', configuration, 'https://api.partner.example')).toBe(true);
  });
});
