import { usualFacts } from '@storeward/contract/portal';
import { describe, expect, test } from 'vitest';
import { apiBase, mayCarryToken } from './api-address.ts';

const bases = { apiBase: 'https://api.example.com', apiBaseChina: 'https://api.example.cn' };

describe('where the API answers', () => {
  test.each([
    ['kestrel-sports.cn', 'https://api.example.cn'],
    ['PORTAL.KESTREL.CN', 'https://api.example.cn'],
    ['x.cnet.com', 'https://api.example.com'],
    ['cn.example.com', 'https://api.example.com'],
    ['kestrel.localhost', 'https://api.example.com'],
  ])('for %s is %s', (host, base) => {
    expect(apiBase(host, bases)).toBe(base);
  });

  test('is the portal’s own origin where nothing else was decided', () => {
    expect(apiBase('kestrel.localhost', usualFacts)).toBe('');
  });
});

describe('the token', () => {
  const facts = { ...usualFacts, partnerHosts: ['partner.example'] };

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
  ])('goes to %s: %s', (address, may) => {
    expect(mayCarryToken(address, facts, 'https://api.example.com')).toBe(may);
  });

  test('is kept from a partner even where the API stands there, and only from that very host', () => {
    expect(mayCarryToken('https://partner.example/a', facts, 'https://partner.example')).toBe(false);
    expect(mayCarryToken('https://api.partner.example/a', facts, 'https://api.partner.example')).toBe(true);
  });
});
