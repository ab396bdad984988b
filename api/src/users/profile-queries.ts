import { sql } from 'kysely';
import type { ProfileInput } from '@storeward/contract/profiles';
import type { Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/db.ts';
import { changedBy, columnsOf } from './queries.ts';
import { type NewSecrets, secretColumns } from './secrets.ts';

/** By which name somebody's tries are counted, and what their password is checked against; a given one whose time is over is none. */
export async function findOwnPassword(
  db: Db,
  scope: Scope,
  userId: string,
): Promise<{ userName: string; domainName: string; passwordHash: string | null } | undefined> {
  return db.first(
    build
      .selectFrom('users')
      .select(['user_name as userName', 'domain_name as domainName'])
      .select((is) =>
        is
          .case()
          .when(
            is.or([
              is('manual_password', '=', true),
              is('temporary_until', 'is', null),
              is('temporary_until', '>', is.fn<string>('clock', [])),
            ]),
          )
          .then(is.ref('password_hash'))
          .end()
          .as('passwordHash'),
      )
      .where('org_id', '=', scope.orgId)
      .where('id', '=', userId)
      .where('deleted_date', 'is', null),
  );
}

/** Writes what somebody filled in about themselves. The row is held already, so nobody comes between. */
export async function updateProfile(
  db: Db,
  scope: Scope,
  userId: string,
  input: ProfileInput,
  secrets: NewSecrets,
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
        ...secretColumns(secrets),
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

/** Writes since when somebody agrees to sign in by their face: since now, or not at all. Who agreed before goes on since then. */
export async function updateFaceConsent(db: Db, scope: Scope, userId: string, agreed: boolean): Promise<void> {
  await db.run(
    build
      .updateTable('users')
      .set({ face_consent_date: agreed ? sql`coalesce(face_consent_date, clock_now())` : null, ...changedBy(userId) })
      .where('org_id', '=', scope.orgId)
      .where('id', '=', userId)
      .where('deleted_date', 'is', null),
  );
}

/** What an organisation's own people are told of it: its key, and the domain they usually sign in with. */
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
