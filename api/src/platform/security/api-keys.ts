import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Recognised by scanners for leaked secrets as `swd_[0-9A-Za-z]{61}`. */
const marker = 'swd_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const [idLength, secretLength, checksumLength] = [12, 43, 6];
const pattern = new RegExp(`^${marker}[0-9A-Za-z]{${idLength + secretLength + checksumLength}}$`);

/** A key as it was sent: the part that identifies it, and the hash by which it is stored. */
export type ParsedApiKey = { readonly prefix: string; readonly hash: Buffer };

/** Whether a bearer token is meant as an API key; it may still be malformed. */
export const isApiKey = (token: string): boolean => token.startsWith(marker);

/**
 * Creates a key: the marker, an id of 12 characters, a secret of 43 (256 bits), and a checksum of 6, in base 62. The
 * checksum tells a mistyped key from a wrong one without a query, and a real one from a look-alike in a scan.
 */
export function newApiKey(): ParsedApiKey & { readonly key: string } {
  const body = `${marker}${randomText(idLength)}${randomText(secretLength)}`;
  const key = `${body}${checksum(body)}`;
  return { key, prefix: prefixOf(key), hash: hashOf(key) };
}

/** Parses a key; undefined if its form or its checksum is wrong. */
export function parseApiKey(key: string): ParsedApiKey | undefined {
  if (!pattern.test(key)) return undefined;
  const body = key.slice(0, -checksumLength);
  return checksum(body) === key.slice(-checksumLength) ? { prefix: prefixOf(key), hash: hashOf(key) } : undefined;
}

const prefixOf = (key: string) => key.slice(0, marker.length + idLength);

/** A fast hash suffices, since the secret is random. */
const hashOf = (key: string) => createHash('sha256').update(key).digest();

/** Characters of equal probability: bytes beyond the largest multiple of 62 are dropped. */
function randomText(length: number): string {
  let text = '';
  while (text.length < length)
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += alphabet[byte % 62];
  return text;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let position = 0; position < checksumLength; position += 1) {
    text = `${alphabet[rest % 62]}${text}`;
    rest = Math.floor(rest / 62);
  }
  return text;
}
