import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './keys.ts';

/** The owner of a ciphertext: copied to another organisation, section or field, it cannot be decrypted. */
export type AssociatedData = { readonly organisation: string; readonly section: string; readonly field: string };

/**
 * Encrypts texts for storage in the database: AES-256-GCM with associated data, as format (1 byte), IV (12 bytes), tag
 * (16 bytes), ciphertext. Before there were associated data, it was IV, tag, ciphertext.
 */
export type Encryption = {
  readonly encrypt: (text: string, data: AssociatedData) => Buffer;
  /**
   * Undefined if the data was tampered with, encrypted with another key, or belongs to another owner. `acceptUnbound`
   * is whether the installation may hold ciphertexts without associated data (table `unbound_encryption`).
   */
  readonly decrypt: (encrypted: Uint8Array, data: AssociatedData, acceptUnbound: boolean) => string | undefined;
};

const label = 'storeward';
const format = 1;
const ivLength = 12;
const tagLength = 16;

/** Derives the key for one purpose; `previous`, the secret key before a rotation, is still used for decryption. */
export function encryption(purpose: string, secret: Uint8Array, previous?: Uint8Array): Encryption {
  const [current, ...older] = [secret, ...(previous ? [previous] : [])].map((key) => deriveKey(key, purpose));
  return {
    encrypt(text, data) {
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv('aes-256-gcm', current!, iv).setAAD(toBytes(data));
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(format), iv, cipher.getAuthTag(), ciphertext]);
    },
    decrypt(encrypted, data, acceptUnbound) {
      for (const key of [current!, ...older]) {
        const text =
          (encrypted[0] === format ? open(key, encrypted.subarray(1), toBytes(data)) : undefined) ??
          // the first byte of an IV may equal the format
          (acceptUnbound ? open(key, encrypted) : undefined);
        if (text !== undefined) return text;
      }
      return undefined;
    },
  };
}

/** A JSON array, so that different data never have the same bytes. */
const toBytes = ({ organisation, section, field }: AssociatedData) =>
  Buffer.from(JSON.stringify([label, format, organisation, section, field]));

function open(key: Uint8Array, encrypted: Uint8Array, data?: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, ivLength), {
      authTagLength: tagLength,
    });
    if (data) decipher.setAAD(data);
    decipher.setAuthTag(encrypted.subarray(ivLength, ivLength + tagLength));
    const ciphertext = encrypted.subarray(ivLength + tagLength);
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
