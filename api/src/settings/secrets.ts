import { randomBytes } from 'node:crypto';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import { newId } from '../platform/database/ids.ts';
import { type AssociatedData, type Encryption, encryption } from '../platform/security/encryption.ts';
import { findSecretKey, insertSecretKey } from './queries.ts';

/** A stored secret: the id of the organisation's key, and the ciphertext in base64. The property names are stored. */
export type EncryptedSecret = { readonly key: string; readonly sealed: string };

/** The owner of a secret within its organisation; not its row, since a rollback and a change of mode copy the ciphertext. */
export type SecretOwner = Pick<AssociatedData, 'section' | 'field'>;

/** A ciphertext in base64 with the encrypted key of its organisation. */
export type StoredSecret = {
  readonly org: string;
  readonly keyId: string;
  readonly key: Buffer;
  readonly secret: string;
  /** Whether it may be encrypted without associated data. */
  readonly unbound: boolean;
};

/**
 * Encrypts a secret with a key of the organisation, which is itself encrypted with the installation's key (envelope
 * encryption). A copy of the database reveals no secret, and a new installation key requires re-encrypting only the
 * keys.
 */
export async function encryptSecret(
  db: Db,
  scope: Scope,
  installation: Encryption,
  secret: string,
  belongsTo: SecretOwner,
): Promise<EncryptedSecret> {
  const existing = await findSecretKey(db, scope);
  const key = existing
    ? {
        id: existing.id,
        secret: installation.decrypt(existing.encrypted_key, keyData(scope.orgId, existing.id), existing.unbound),
      }
    : await makeKey(db, scope, installation);
  if (key.secret === undefined) throw new Error('cannot decrypt an organisation key with the installation key');
  const encrypted = organisationEncryption(key.secret).encrypt(secret, { organisation: scope.orgId, ...belongsTo });
  return { key: key.id, sealed: encrypted.toString('base64') };
}

async function makeKey(db: Db, scope: Scope, installation: Encryption): Promise<{ id: string; secret: string }> {
  const key = { id: newId(), secret: randomBytes(32).toString('base64') };
  await insertSecretKey(db, scope, key.id, installation.encrypt(key.secret, keyData(scope.orgId, key.id)));
  return key;
}

/** The associated data of an organisation's key. */
export const keyData = (organisation: string, id: string): AssociatedData => ({
  organisation,
  section: 'secret_keys',
  field: id,
});

/** Encryption with a decrypted key of an organisation. */
export const organisationEncryption = (key: string): Encryption => encryption('setting', Buffer.from(key, 'base64'));

/** Encryption of the organisations' keys. */
export const installationEncryption = (secret: Uint8Array, previous?: Uint8Array): Encryption =>
  encryption('settings', secret, previous);

/** Decrypts a secret; undefined if its key cannot be decrypted. */
export async function decryptSecret(
  db: Db,
  scope: Scope,
  installation: Encryption,
  { key: keyId, sealed: secret }: EncryptedSecret,
  belongsTo: SecretOwner,
): Promise<string | undefined> {
  const found = await findSecretKey(db, scope, keyId);
  if (!found) return undefined;
  const { encrypted_key: key, unbound } = found;
  return decryptWithKey(installation, { org: scope.orgId, keyId, key, secret, unbound }, belongsTo);
}

/** Decrypts a secret with its encrypted key; undefined if either cannot be decrypted. */
export function decryptWithKey(
  installation: Encryption,
  { org, keyId, key, secret, unbound }: StoredSecret,
  belongsTo: SecretOwner,
): string | undefined {
  const organisationKey = installation.decrypt(key, keyData(org, keyId), unbound);
  if (organisationKey === undefined) return undefined;
  const data = { organisation: org, ...belongsTo };
  return organisationEncryption(organisationKey).decrypt(Buffer.from(secret, 'base64'), data, unbound);
}
