import { createHmac } from 'node:crypto';
import { pictureBelow } from '@storeward/contract/files';
import { deriveKey } from '../platform/keys.ts';
import { alike } from '../platform/page-marks.ts';

/** What an upload address is good for: one place, on one host, for one kind of file, until a moment in seconds. */
export type Upload = {
  readonly address: string;
  readonly host: string;
  readonly type: string;
  readonly expires: string;
};

/** Makes upload addresses, and knows those that were made here. */
export type SignedAddresses = {
  readonly sign: (upload: Upload) => string;
  readonly isSound: (upload: Upload, signature: string) => boolean;
};

/** Signs with a key of its own; what was signed with the key before the present one still counts. */
export function signedAddresses(secret: Uint8Array, previous?: Uint8Array): SignedAddresses {
  const keys = [secret, ...(previous ? [previous] : [])].map((key) => deriveKey(key, 'uploads'));
  // each part on a line of its own, none of which can hold a line's end: two uploads never read alike
  const made = (key: Uint8Array, { address, host, type, expires }: Upload) =>
    createHmac('sha256', key)
      .update(['PUT', address, host, type, String(pictureBelow), expires].join('\n'))
      .digest('base64url');
  return {
    sign(upload) {
      const { address, type, expires } = upload;
      return `${address}?${String(new URLSearchParams({ expires, type, signature: made(keys[0]!, upload) }))}`;
    },
    isSound: (upload, signature) =>
      !Object.values(upload).some((part) => part.includes('\n')) &&
      keys.some((key) => alike(made(key, upload), signature)),
  };
}
