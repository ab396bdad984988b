import { createHmac } from 'node:crypto';
import { imageSizeLimit } from '@storeward/contract/files';
import { deriveKey } from '../platform/security/keys.ts';
import { equalsInConstantTime } from '../platform/http/csrf.ts';

/** What a signed URL permits: a PUT to one path on one host, of one media type, until `expires` (Unix seconds). */
export type UploadGrant = {
  readonly address: string;
  readonly host: string;
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
  const signatureOf = (key: Uint8Array, { address, host, type, expires }: UploadGrant) =>
    createHmac('sha256', key)
      .update(['PUT', address, host, type, String(imageSizeLimit), expires].join('\n'))
      .digest('base64url');
  return {
    sign(grant) {
      const { address, type, expires } = grant;
      return `${address}?${String(new URLSearchParams({ expires, type, signature: signatureOf(keys[0]!, grant) }))}`;
    },
    isValid: (grant, signature) =>
      !Object.values(grant).some((part) => part.includes('\n')) &&
      keys.some((key) => equalsInConstantTime(signatureOf(key, grant), signature)),
  };
}
