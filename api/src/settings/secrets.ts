import { randomBytes } from 'node:crypto';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import { type Sealing, sealing } from '../platform/sealing.ts';
import { findSecretKey, insertSecretKey } from './queries.ts';

/** A secret as the database keeps it: which of the organisation's keys it is sealed with, and itself. */
export type SealedSecret = { readonly key: string; readonly sealed: string };

/**
 * Seals the secrets of settings, each organisation's with a key of its own, which is itself sealed with the installation's.
 * So what is copied out of the database tells nothing, and a new installation key means sealing a few keys anew.
 */
export async function sealSecret(db: Db, scope: Scope, installation: Sealing, secret: string): Promise<SealedSecret> {
  const found = await findSecretKey(db, scope);
  const key = found
    ? { id: found.id, secret: installation.open(found.sealed) }
    : await makeKey(db, scope, installation);
  if (key.secret === undefined)
    throw new Error('the key of an organisation cannot be opened with the key of the installation');
  return { key: key.id, sealed: sealedWith(key.secret).seal(secret).toString('base64') };
}

async function makeKey(db: Db, scope: Scope, installation: Sealing): Promise<{ id: string; secret: string }> {
  const key = { id: newId(), secret: randomBytes(32).toString('base64') };
  await insertSecretKey(db, scope, key.id, installation.seal(key.secret));
  return key;
}

const sealedWith = (key: string) => sealing('setting', Buffer.from(key, 'base64'));

/** The sealing that organisations' keys are kept with. */
export const installationSealing = (secret: Uint8Array, previous?: Uint8Array): Sealing =>
  sealing('settings', secret, previous);

/** The owner of the database, who asks it directly. */
type Owner = { query<R>(text: string, values?: readonly unknown[]): Promise<{ rows: R[] }> };

/** Seals every organisation's key with the installation's present key; tells how many, and how many could not be opened. */
export async function resealKeys(owner: Owner, installation: Sealing): Promise<{ sealed: number; lost: number }> {
  const counted = { sealed: 0, lost: 0 };
  await owner.query('begin');
  try {
    // the owner looks past the walls here, and nobody else does meanwhile
    await owner.query('alter table secret_keys no force row level security');
    const { rows } = await owner.query<{ org_id: string; id: string; sealed: Buffer }>(
      'select org_id, id, sealed from secret_keys for update',
    );
    for (const { org_id, id, sealed } of rows) {
      const key = installation.open(sealed);
      if (key === undefined) {
        counted.lost += 1;
        continue;
      }
      await owner.query('update secret_keys set sealed = $3 where org_id = $1 and id = $2', [
        org_id,
        id,
        installation.seal(key),
      ]);
      counted.sealed += 1;
    }
    await owner.query('alter table secret_keys force row level security');
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
  return counted;
}

/** A secret as it was given; nothing where its key cannot be opened. */
export async function openSecret(
  db: Db,
  scope: Scope,
  installation: Sealing,
  { key, sealed }: SealedSecret,
): Promise<string | undefined> {
  const found = await findSecretKey(db, scope, key);
  return found && openWith(installation, found.sealed, sealed);
}

/** A secret as it was given, by the key that it is sealed with, which is sealed itself; nothing where that cannot be opened. */
export function openWith(installation: Sealing, key: Buffer, sealed: string): string | undefined {
  const own = installation.open(key);
  return own === undefined ? undefined : sealedWith(own).open(Buffer.from(sealed, 'base64'));
}
