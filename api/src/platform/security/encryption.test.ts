import { createCipheriv, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { encryption } from './encryption.ts';
import { deriveKey } from './keys.ts';

const [secret, next] = [randomBytes(32), randomBytes(32)];
const data = { organisation: 'acorn', section: 'integration', field: 'secret' };
const text = 'hunter2 – ひみつ';

/** Encrypts in the earlier format without associated data; `iv` may begin with the byte of the current format. */
function encryptUnbound(iv: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, 'mails'), iv);
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
}

describe('an encrypted text', () => {
  const { encrypt, decrypt } = encryption('mails', secret);

  test('is decrypted with the same key and associated data, also after a rotation', () => {
    expect(decrypt(encrypt(text, data), data, false)).toBe(text);
    expect(encryption('mails', next, secret).decrypt(encrypt(text, data), data, false)).toBe(text);
  });

  test.each([
    ['another organisation', { ...data, organisation: 'beech' }],
    ['another section', { ...data, section: 'mails' }],
    ['another field', { ...data, field: 'provider' }],
    ['parts that join to the same letters', { ...data, organisation: 'acor', section: 'nintegration' }],
    ['parts with the separators of another', { ...data, organisation: 'acorn","integration', section: 'secret' }],
  ])('is not decrypted for %s', (_, other) => {
    const encrypted = encrypt(text, data);
    for (const acceptUnbound of [false, true]) expect(decrypt(encrypted, other, acceptUnbound)).toBeUndefined();
  });

  test('is not decrypted with another key, for another purpose, or with any byte changed', () => {
    const encrypted = encrypt(text, data);
    expect(encryption('mails', next).decrypt(encrypted, data, true)).toBeUndefined();
    expect(encryption('settings', secret).decrypt(encrypted, data, true)).toBeUndefined();
    for (const [index, byte] of encrypted.entries()) {
      const changed = Buffer.from(encrypted);
      changed[index] = byte ^ 1;
      expect([index, decrypt(changed, data, true)]).toEqual([index, undefined]);
    }
    for (const length of [0, 1, 12, 28, encrypted.length - 1])
      expect([length, decrypt(encrypted.subarray(0, length), data, true)]).toEqual([length, undefined]);
  });

  test('without associated data is decrypted only where the installation may still hold such values', () => {
    for (const first of [0, 1, 255]) {
      const encrypted = encryptUnbound(Buffer.concat([Buffer.of(first), randomBytes(11)]));
      expect(decrypt(encrypted, data, true)).toBe(text);
      expect(decrypt(encrypted, data, false)).toBeUndefined();
    }
  });

  test('cannot be turned into one without associated data by cutting off its format', () => {
    expect(decrypt(encrypt(text, data).subarray(1), data, true)).toBeUndefined();
  });
});
