import { maxResponseExcerpt } from '@storeward/contract/webhooks';

/** Texts that look like a secret: tokens, keys with their name, and long runs of random characters. */
const secretLike = [
  /\b(?:bearer|basic)\s+[\w.~+/=-]+/gi,
  /["']?(?<![\w-])(?=[\w-]*(?:token|secret|password|passwd|api[_-]?key|authorization|cookie|session))[\w-]+["']?\s*[:=]\s*(?:"[^"]*"?|'[^']*'?|[^\s,;&<}]+)/gi,
  /\bwhsec_[\w+/=]+/g,
  /[A-Za-z0-9+/_=-]{32,}/g,
];
const replacement = '…';

/**
 * The start of a response for the delivery log: one text without control characters, without the given secrets (also in
 * parts of a URL) and without what looks like one; null if nothing remains.
 */
export function responseExcerpt(start: string, secrets: readonly string[]): string | null {
  let text = start.replaceAll(/[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}\uFFFD]+/gu, ' ');
  for (const secret of secrets.flatMap(partsOf)) text = text.replaceAll(secret, replacement);
  for (const pattern of secretLike) text = text.replaceAll(pattern, replacement);
  return text.trim().slice(0, maxResponseExcerpt) || null;
}

/** A secret; of a URL its query, and its path if that is long enough to be one. */
function partsOf(secret: string): string[] {
  const url = /^https?:/.test(secret) ? URL.parse(secret) : null;
  if (!url) return [secret, secret.replace('whsec_', '')];
  return [url.href, ...(url.pathname.length > 1 ? [url.pathname] : []), ...url.searchParams.values()].filter(
    (part) => part.length > 3,
  );
}
