import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { deriveKey } from '../platform/security/keys.ts';

/** Position and hash (hexadecimal) of an entry in the hash chain of an organisation. */
export type ChainPoint = { readonly position: number; readonly hash: string };

/** The head of an organisation's hash chain at a time. */
export type Anchor = { readonly type: 'anchor'; readonly orgId: string } & ChainPoint & { readonly at: string };

/** Why entries of a hash chain are missing. */
export type GapReason = 'retention' | 'restore' | 'organisationRemoved' | 'demoDataRemoved';

/** The entries removed from an organisation's hash chain: their positions, the hash of the last one, and the head before. */
export type Gap = {
  readonly type: 'gap';
  readonly orgId: string;
  readonly reason: GapReason;
  readonly from: number;
  readonly through: number;
  readonly hash: string;
  readonly head: ChainPoint;
  readonly at: string;
};

/** The public key that records are signed with from now on. */
export type PublicKeyRecord = { readonly type: 'key'; readonly publicKey: string; readonly at: string };

export type Signed<T> = T & { readonly key: string; readonly signature: string };
export type SignedRecord = Signed<Anchor> | Signed<Gap> | Signed<PublicKeyRecord>;

export type RecordSigner = {
  /** SPKI, DER, base64. */
  readonly publicKey: string;
  readonly keyId: string;
  readonly signed: <T extends Anchor | Gap | PublicKeyRecord>(record: T) => Signed<T>;
};

// PKCS #8 prefix of an Ed25519 private key (RFC 8410), followed by its 32 bytes
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Signs records about the audit with an Ed25519 key that is derived from the secret key, so that it is stored nowhere. */
export function recordSigner(secretKey: Uint8Array): RecordSigner {
  const seed = deriveKey(secretKey, 'audit-records');
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const keyId = createHash('sha256').update(spki).digest('hex').slice(0, 16);
  return {
    publicKey: spki.toString('base64'),
    keyId,
    signed: (record) => ({
      ...record,
      key: keyId,
      signature: sign(null, signedBytes({ ...record, key: keyId }), privateKey).toString('base64'),
    }),
  };
}

/** The bytes that a signature covers: the record without the signature, as JSON with sorted keys at every level. */
const signedBytes = (record: object) => Buffer.from(`storeward audit record\n${JSON.stringify(sorted(record))}`);

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}
