import type { Delivery } from '@storeward/contract/webhooks';

/** Statuses between 400 and 499 that a later try may change: timeout, conflict, too early, too many requests. */
const temporaryStatuses: readonly number[] = [408, 409, 425, 429];

/** Why a message with this status was not delivered; null if it was. */
export function statusFailure(status: number): Delivery['trouble'] {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'redirected';
  if (status === 410) return 'gone';
  return status >= 400 && status < 500 && !temporaryStatuses.includes(status) ? 'rejected' : 'refused';
}

const maxRetryAfterSeconds = 3600;

/** The seconds to wait by a header `Retry-After` in seconds or as an HTTP date, an hour at most; null if it states none. */
export function retryAfterSeconds(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  // other texts that `Date.parse` reads are no HTTP dates
  const isDate = /^[A-Z][a-z]+, .{8,40} GMT$/.test(text);
  const seconds = /^\d{1,15}$/.test(text) ? Number(text) : isDate ? Math.ceil((Date.parse(text) - now) / 1000) : NaN;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), maxRetryAfterSeconds);
}
