import type { ProfileInput } from '@storeward/contract/profiles';
import type { Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/db.ts';
import { changedBy, columnsOf } from './queries.ts';

/** What somebody's password is checked against, when they change what leads to a new one. */
export async function findOwnPassword(db: Db, scope: Scope, userId: string): Promise<string | null> {
  const row = await db.first(
    build
      .selectFrom('users')
      .select('password_hash as passwordHash')
      .where('org_id', '=', scope.orgId)
      .where('id', '=', userId)
      .where('deleted_date', 'is', null),
  );
  return row?.passwordHash ?? null;
}

/** The secrets of somebody that were chosen anew, hashed; those left out stay as they are. */
export type NewSecrets = { readonly secretWordHash?: string; readonly pinHash?: string };

/** Writes what somebody filled in about themselves. The row is held already, so nobody comes between. */
export async function updateProfile(
  db: Db,
  scope: Scope,
  userId: string,
  input: ProfileInput,
  { secretWordHash, pinHash }: NewSecrets,
): Promise<void> {
  await db.run(
    build
      .updateTable('users')
      .set({
        ...columnsOf(input),
        date_of_birth: input.dateOfBirth,
        communication_email: input.communicationEmail,
        communication_push: input.communicationPush,
        communication_sms: input.communicationSms,
        ...(secretWordHash === undefined ? {} : { secret_word_hash: secretWordHash }),
        ...(pinHash === undefined ? {} : { pin_hash: pinHash }),
        ...changedBy(userId),
      })
      .where('org_id', '=', scope.orgId)
      .where('id', '=', userId)
      .where('deleted_date', 'is', null),
  );
}

/** Writes where somebody's picture is kept, or that there is none. */
export async function updatePicture(db: Db, scope: Scope, userId: string, address: string | null): Promise<void> {
  await db.run(
    build
      .updateTable('users')
      .set({ profile_picture: address, ...changedBy(userId) })
      .where('org_id', '=', scope.orgId)
      .where('id', '=', userId)
      .where('deleted_date', 'is', null),
  );
}
