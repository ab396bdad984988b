import { describe, expect, test } from 'vitest';
import { retryAfters, statusFailures } from '../../test/webhook-responses.ts';
import { retryAfterSeconds, statusFailure } from './response-status.ts';

describe('the status of a response to a webhook', () => {
  test.for(statusFailures)('%i counts as %s', ([status, failure]) => expect(statusFailure(status)).toBe(failure));
});

describe('Retry-After of a response to a webhook', () => {
  const now = Date.parse('2026-11-28T20:00:00Z');

  test.for(retryAfters(now))('%s is %s seconds', ([header, seconds]) =>
    expect(retryAfterSeconds(header, now)).toBe(seconds),
  );

  test('is none without the header', () => expect(retryAfterSeconds(undefined, now)).toBeNull());
});
