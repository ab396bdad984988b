import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { SigningKey } from '@storeward/contract/settings/endpoints/device-configuration';
import { deriveKey } from '../../platform/security/keys.ts';

/** Signs device configurations and publishes the verification keys. */
export type ConfigurationSigner = {
  /** The content signed with the organisation's current key, as a compact JWS. */
  readonly signJws: (orgId: string, content: unknown) => string;
  /** The public keys of an organisation, the current one first. */
  readonly publicKeys: (orgId: string) => SigningKey[];
};

// PKCS #8 prefix of an Ed25519 private key (RFC 8410), followed by its 32 bytes
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Creates the signer. Each organisation's key is derived from the installation's key, so none is stored in the
 * database.
 * The public key derived from the previous installation key is published as well while that key is configured.
 */
export function configurationSigner(secret: Uint8Array, previous?: Uint8Array): ConfigurationSigner {
  const deriveKeyPair = (rootSecret: Uint8Array, orgId: string) => {
    const seed = deriveKey(rootSecret, `device-configuration/${orgId}`);
    const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
    return { key, publicJwk: publicJwk(key) };
  };
  return {
    signJws(orgId, content) {
      const { key, publicJwk: jwk } = deriveKeyPair(secret, orgId);
      const signingInput = [{ alg: jwk.alg, kid: jwk.kid, typ: 'JWT' }, content]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
      return `${signingInput}.${sign(null, Buffer.from(signingInput), key).toString('base64url')}`;
    },
    publicKeys: (orgId) =>
      [secret, ...(previous ? [previous] : [])].map((rootSecret) => deriveKeyPair(rootSecret, orgId).publicJwk),
  };
}

/** The public key as a JWK, with its thumbprint (RFC 7638) as key id. */
function publicJwk(key: KeyObject): SigningKey {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const thumbprintFields = { crv: 'Ed25519', kty: 'OKP', x } as const;
  const kid = createHash('sha256').update(JSON.stringify(thumbprintFields)).digest('base64url');
  return { ...thumbprintFields, kid, alg: 'EdDSA', use: 'sig' };
}
