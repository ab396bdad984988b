import { createHash, randomBytes } from 'node:crypto';

/** A random 256-bit secret, and the hash that is stored instead of it. */
export function newSecret(): { secret: string; hash: Buffer } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashSecret(secret) };
}

/** A plain SHA-256 suffices, since a secret of 256 random bits cannot be guessed. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
