import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './keys.ts';

/** Encrypts texts for storage in the database: AES-256-GCM, as IV (12 bytes), tag (16 bytes), ciphertext. */
export type Encryption = {
  readonly encrypt: (text: string) => Buffer;
  /** Undefined if the data was tampered with or encrypted with another key. */
  readonly decrypt: (encrypted: Uint8Array) => string | undefined;
};

const ivLength = 12;
const tagLength = 16;

/** Derives the key for one purpose; `previous`, the secret key before a rotation, is still used for decryption. */
export function encryption(purpose: string, secret: Uint8Array, previous?: Uint8Array): Encryption {
  const [current, ...older] = [secret, ...(previous ? [previous] : [])].map((key) => deriveKey(key, purpose));
  return {
    encrypt(text) {
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv('aes-256-gcm', current!, iv);
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
    },
    decrypt(encrypted) {
      for (const key of [current!, ...older]) {
        try {
          const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, ivLength));
          decipher.setAuthTag(encrypted.subarray(ivLength, ivLength + tagLength));
          const ciphertext = encrypted.subarray(ivLength + tagLength);
          return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
        } catch {
          continue;
        }
      }
      return undefined;
    },
  };
}
