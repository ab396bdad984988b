import { createHmac } from 'node:crypto';
import { mediaLimitOf } from '@storeward/contract/media-types';
import { deriveKey } from '../platform/security/keys.ts';
import { equalsInConstantTime } from '../platform/http/pipeline/csrf.ts';

/**
 * What a presigned URL permits: a PUT to one path on one host, of one media type, until `expires` (Unix seconds); the
 * file's name, and the user for whom it was signed.
 */
export type UploadGrant = {
  readonly address: string;
  readonly host: string;
  /** The user for whom it was signed. */
  readonly by: string;
  readonly name: string;
  readonly type: string;
  readonly expires: string;
};

export type SignedUploadUrls = {
  readonly sign: (grant: UploadGrant) => string;
  readonly isValid: (grant: UploadGrant, signature: string) => boolean;
};

/** Signs with a derived key; signatures by the previous secret are still accepted (key rotation). */
export function signedUploadUrls(secret: Uint8Array, previous?: Uint8Array): SignedUploadUrls {
  const keys = [secret, ...(previous ? [previous] : [])].map((key) => deriveKey(key, 'uploads'));
  // fields are separated by newlines, which `isValid` rejects within fields: no two grants share a signed text
  const signatureOf = (key: Uint8Array, { address, host, by, name, type, expires }: UploadGrant) =>
    createHmac('sha256', key)
      .update(['PUT', address, host, by, name, type, String(mediaLimitOf(type).limitBytes), expires].join('\n'))
      .digest('base64url');
  return {
    sign(grant) {
      const { address, by, name, type, expires } = grant;
      const signature = signatureOf(keys[0]!, grant);
      return `${address}?${String(new URLSearchParams({ by, expires, name, type, signature }))}`;
    },
    isValid: (grant, signature) =>
      !Object.values(grant).some((part) => part.includes('\n')) &&
      keys.some((key) => equalsInConstantTime(signatureOf(key, grant), signature)),
  };
}
