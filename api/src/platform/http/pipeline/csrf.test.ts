import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import type { Origin } from '../../actor.ts';
import { csrfTokens } from './csrf.ts';

const tokens = csrfTokens(new Uint8Array(32).fill(1));
const isValid = (headers: object, cookies: object) =>
  tokens.isValid({ headers } as FastifyRequest, { cookies } as Origin, 'a session');

test.for([
  ['an Origin', { origin: 'https://portal.example' }, {}],
  ['a session cookie', {}, { session: 'secret' }],
  ['a device cookie', {}, { device: 'secret' }],
] as const)('a request with %s alone needs the CSRF token of its session', ([, headers, cookies]) => {
  expect(isValid({}, {})).toBe(true);
  expect(isValid(headers, cookies)).toBe(false);
  expect(isValid({ ...headers, 'x-xsrf-token': tokens.create('another session') }, cookies)).toBe(false);
  expect(isValid({ ...headers, 'x-xsrf-token': tokens.create('a session') }, cookies)).toBe(true);
});
