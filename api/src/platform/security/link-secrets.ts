import { createHash, randomBytes } from 'node:crypto';

/** A random 256-bit secret and the hash that is stored in its place. */
export function newSecret(): { secret: string; hash: Buffer } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashSecret(secret) };
}

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
