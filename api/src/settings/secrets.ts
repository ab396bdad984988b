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
