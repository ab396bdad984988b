import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './keys.ts';

/** Closes texts so that the database can keep them and nobody can read them there. */
export type Sealing = {
  readonly seal: (text: string) => Buffer;
  /** Opens what was sealed; nothing when it was tampered with, or sealed with another key. */
  readonly open: (sealed: Uint8Array) => string | undefined;
};

const ivLength = 12;
const tagLength = 16;

/** Sets up sealing for one purpose; what the key before the present one has sealed can still be opened. */
export function sealing(purpose: string, secret: Uint8Array, previous?: Uint8Array): Sealing {
  const [present, ...older] = [secret, ...(previous ? [previous] : [])].map((key) => deriveKey(key, purpose));
  return {
    seal(text) {
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv('aes-256-gcm', present!, iv);
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), hidden]);
    },
    open(sealed) {
      for (const key of [present!, ...older]) {
        try {
          const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivLength));
          decipher.setAuthTag(sealed.subarray(ivLength, ivLength + tagLength));
          const rest = sealed.subarray(ivLength + tagLength);
          return Buffer.concat([decipher.update(rest), decipher.final()]).toString('utf8');
        } catch {
          continue;
        }
      }
      return undefined;
    },
  };
}
