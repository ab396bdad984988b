import { describe, expect, test } from 'vitest';
import { retryAfterSeconds, statusFailure } from './response-status.ts';

describe('the status of a response to a webhook', () => {
  test.for([
    [204, null],
    [307, 'redirected'],
    [410, 'gone'],
    [400, 'rejected'],
    [401, 'rejected'],
    [404, 'rejected'],
    [422, 'rejected'],
    [408, 'refused'],
    [409, 'refused'],
    [425, 'refused'],
    [429, 'refused'],
    [500, 'refused'],
    [503, 'refused'],
    [101, 'refused'],
  ] as const)('%i counts as %s', ([status, failure]) => expect(statusFailure(status)).toBe(failure));
});

describe('Retry-After of a response to a webhook', () => {
  const now = Date.parse('2026-11-28T20:00:00Z');

  test.for([
    ['120', 120],
    [' 0 ', 0],
    ['86400', 3600],
    ['999999999999999', 3600],
    ['Sat, 28 Nov 2026 20:10:00 GMT', 600],
    ['Saturday, 28-Nov-26 20:10:00 GMT', 600],
    ['Sun, 29 Nov 2026 20:10:00 GMT', 3600],
    ['Sat, 28 Nov 2026 19:00:00 GMT', 0],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['Soon, whenever it is GMT', null],
    ['2026-11-28', null],
    ['', null],
    [undefined, null],
  ] as const)('%s is %s seconds', ([header, seconds]) => expect(retryAfterSeconds(header, now)).toBe(seconds));
});
