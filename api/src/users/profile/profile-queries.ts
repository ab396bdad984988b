import { sql } from 'kysely';
import type { ProfileInput } from '@storeward/contract/users/profiles';
import type { Scope } from '../../platform/actor.ts';
import { build, type Db } from '../../platform/database/db.ts';
import { changeColumns, inputColumns, usablePasswordHash } from '../queries.ts';
import { type SecretHashes, secretColumns } from '../secrets.ts';

/** Sign-in name and password hash of a user, as at sign-in. */
export async function findOwnPassword(
  db: Db,
  scope: Scope,
  userId: string,
): Promise<{ userName: string; domainName: string; passwordHash: string | null } | undefined> {
  return db.first(
    build
      .selectFrom('users as u')
      .select(['user_name as userName', 'domain_name as domainName', usablePasswordHash.as('passwordHash')])
      .where('org_id', '=', scope.orgId)
      .where('id', '=', userId)
      .where('deleted_date', 'is', null),
  );
}

/** Updates a user's own profile, whose row must be locked. */
export async function updateProfile(
  db: Db,
  scope: Scope,
  userId: string,
  input: ProfileInput & { readonly userName: string },
  secrets: SecretHashes,
): Promise<void> {
  await db.run(
    build
      .updateTable('users')
      .set({
        ...inputColumns(input),
        date_of_birth: input.dateOfBirth,
        communication_email: input.communicationEmail,
        communication_push: input.communicationPush,
        communication_sms: input.communicationSms,
        ...secretColumns(secrets),
        ...changeColumns(userId),
      })
      .where('org_id', '=', scope.orgId)
      .where('id', '=', userId)
      .where('deleted_date', 'is', null),
  );
}

/** Stores the URL of a profile picture, or null for none. */
export async function updateProfilePicture(
  db: Db,
  scope: Scope,
  userId: string,
  pictureUrl: string | null,
): Promise<void> {
  await db.run(
    build
      .updateTable('users')
      .set({ profile_picture: pictureUrl, ...changeColumns(userId) })
      .where('org_id', '=', scope.orgId)
      .where('id', '=', userId)
      .where('deleted_date', 'is', null),
  );
}

/** Stores or removes the date of the consent to sign in by face; an existing date is kept. */
export async function updateFaceConsent(db: Db, scope: Scope, userId: string, agreed: boolean): Promise<void> {
  await db.run(
    build
      .updateTable('users')
      .set({
        face_consent_date: agreed ? sql`coalesce(face_consent_date, clock_now())` : null,
        ...changeColumns(userId),
      })
      .where('org_id', '=', scope.orgId)
      .where('id', '=', userId)
      .where('deleted_date', 'is', null),
  );
}

/** API key and default sign-in domain of the organisation. */
export async function findOwnOrganisation(
  db: Db,
  scope: Scope,
): Promise<{ apiKey: string; domainName: string | null } | undefined> {
  return db.first(
    build
      .selectFrom('organisations as o')
      .leftJoin('domains as d', (on) => on.onRef('d.org_id', '=', 'o.org_id').on('d.is_default', '=', true))
      .select(['o.api_key as apiKey', 'd.domain_name as domainName'])
      .where('o.org_id', '=', scope.orgId),
  );
}
