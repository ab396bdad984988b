import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { SigningKey } from '@storeward/contract/settings/device-configuration';
import { deriveKey } from '../platform/keys.ts';

/** Signs what an organisation's devices work with, and tells by which keys that is checked. */
export type Signing = {
  /** The content signed with the organisation's present key, as a JWS in its compact form. */
  readonly signed: (orgId: string, content: unknown) => string;
  /** The public keys of an organisation, the present one first. */
  readonly keysOf: (orgId: string) => SigningKey[];
};

// what stands before the 32 bytes of a private key of this kind (RFC 8410)
const before = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Sets up signing. Each organisation's key is derived from the installation's, so that none has to be stored: whoever copies the
 * database signs nothing. After a change of the installation's key the one before is told too, until it is forgotten.
 */
export function configurationSigning(secret: Uint8Array, previous?: Uint8Array): Signing {
  const keyOf = (from: Uint8Array, orgId: string) => {
    const seed = deriveKey(from, `device-configuration/${orgId}`);
    const key = createPrivateKey({ key: Buffer.concat([before, seed]), format: 'der', type: 'pkcs8' });
    return { key, told: told(key) };
  };
  return {
    signed(orgId, content) {
      const { key, told: by } = keyOf(secret, orgId);
      const words = [{ alg: by.alg, kid: by.kid, typ: 'JWT' }, content]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
      return `${words}.${sign(null, Buffer.from(words), key).toString('base64url')}`;
    },
    keysOf: (orgId) => [secret, ...(previous ? [previous] : [])].map((from) => keyOf(from, orgId).told),
  };
}

/** The public half of a key, under the name that its own content gives it (RFC 7638). */
function told(key: KeyObject): SigningKey {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const named = { crv: 'Ed25519', kty: 'OKP', x } as const;
  const kid = createHash('sha256').update(JSON.stringify(named)).digest('base64url');
  return { ...named, kid, alg: 'EdDSA', use: 'sig' };
}
