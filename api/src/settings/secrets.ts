import { randomBytes } from 'node:crypto';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import { newId } from '../platform/database/ids.ts';
import { type Encryption, encryption } from '../platform/security/encryption.ts';
import { findSecretKey, insertSecretKey } from './queries.ts';

/** A stored secret: the id of the organisation's key, and the ciphertext in base64. The property names are stored. */
export type EncryptedSecret = { readonly key: string; readonly sealed: string };

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
): Promise<EncryptedSecret> {
  const existing = await findSecretKey(db, scope);
  const key = existing
    ? { id: existing.id, secret: installation.decrypt(existing.encrypted_key) }
    : await makeKey(db, scope, installation);
  if (key.secret === undefined) throw new Error('cannot decrypt an organisation key with the installation key');
  return { key: key.id, sealed: encryptionFor(key.secret).encrypt(secret).toString('base64') };
}

async function makeKey(db: Db, scope: Scope, installation: Encryption): Promise<{ id: string; secret: string }> {
  const key = { id: newId(), secret: randomBytes(32).toString('base64') };
  await insertSecretKey(db, scope, key.id, installation.encrypt(key.secret));
  return key;
}

const encryptionFor = (key: string) => encryption('setting', Buffer.from(key, 'base64'));

/** Encryption of the organisations' keys. */
export const installationEncryption = (secret: Uint8Array, previous?: Uint8Array): Encryption =>
  encryption('settings', secret, previous);

/** A connection of the database owner. */
type DatabaseOwner = { query<R>(text: string, values?: readonly unknown[]): Promise<{ rows: R[] }> };

/**
 * Re-encrypts every organisation's key with the current installation key. Returns how many were re-encrypted and how
 * many could not be decrypted.
 */
export async function reencryptKeys(
  owner: DatabaseOwner,
  installation: Encryption,
): Promise<{ reencrypted: number; failed: number }> {
  const counted = { reencrypted: 0, failed: 0 };
  await owner.query('begin');
  try {
    // row-level security is lifted for the owner only, inside this transaction
    await owner.query('alter table secret_keys no force row level security');
    const { rows } = await owner.query<{ org_id: string; id: string; encrypted_key: Buffer }>(
      'select org_id, id, encrypted_key from secret_keys for update',
    );
    for (const { org_id, id, encrypted_key } of rows) {
      const key = installation.decrypt(encrypted_key);
      if (key === undefined) {
        counted.failed += 1;
        continue;
      }
      await owner.query('update secret_keys set encrypted_key = $3 where org_id = $1 and id = $2', [
        org_id,
        id,
        installation.encrypt(key),
      ]);
      counted.reencrypted += 1;
    }
    await owner.query('alter table secret_keys force row level security');
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
  return counted;
}

/** Decrypts a secret; undefined if its key cannot be decrypted. */
export async function decryptSecret(
  db: Db,
  scope: Scope,
  installation: Encryption,
  { key, sealed }: EncryptedSecret,
): Promise<string | undefined> {
  const secretKey = await findSecretKey(db, scope, key);
  return secretKey && decryptWithKey(installation, secretKey.encrypted_key, sealed);
}

/** Decrypts a secret with its encrypted key; undefined if either cannot be decrypted. */
export function decryptWithKey(installation: Encryption, key: Buffer, sealed: string): string | undefined {
  const organisationKey = installation.decrypt(key);
  return organisationKey === undefined
    ? undefined
    : encryptionFor(organisationKey).decrypt(Buffer.from(sealed, 'base64'));
}
