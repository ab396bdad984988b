import { normalised } from '@storeward/contract/fields';
import type { UserInput } from '@storeward/contract/users/user-input';
import { sql } from 'kysely';
import type { Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import type { SecretHashes } from '../secrets.ts';
import { insertAssignments, searchFields } from './change-queries.ts';
import type { NodePosition, PersonalFields } from './user-state.ts';

export type UserToInsert = UserInput & {
  readonly id: string;
  readonly userName: string;
  readonly domainName: string;
  readonly status: boolean;
  readonly personal: PersonalFields | undefined;
  readonly node: Pick<NodePosition, 'id' | 'tpath'>;
  readonly roleId: string;
  /** When the primary assignment ends; null if it does not. */
  readonly until: string | null;
  readonly secrets: SecretHashes;
  /** The temporary password and its validity in days; absent for users who choose a password by an invitation link. */
  readonly initialPassword?: { readonly passwordHash: string; readonly days: number } | undefined;
};

/** Inserts users with their primary assignments; enabled users without a password are marked as invited. */
export async function insertUsers(db: Db, scope: Scope, users: readonly UserToInsert[], by: string): Promise<void> {
  if (users.length === 0) return;
  const rows = users.map(({ personal, node, secrets, initialPassword, ...user }) => ({
    ...user,
    ...searchFields(user, user.userName),
    ...personal,
    ...secrets,
    ...initialPassword,
    userNameNorm: normalised(user.userName),
    nodeId: node.id,
    tpath: node.tpath,
  }));
  await db.run(sql`
    insert into users (id, org_id, node_id, tpath, user_name, user_name_norm, domain_name, first_name, last_name, name_norm, email_id,
      email_norm, search_text, phone_number, language, time_zone, country, date_of_birth, short_name, dashboard_access,
      communication_email, communication_push, communication_sms, status, secret_word_hash, pin_hash, password_hash, temporary_until,
      is_reset_token_used, reset_date, email_by, created_date, created_by, updated_date, updated_by)
    select x.id, ${scope.orgId}, x."nodeId", x.tpath, x."userName", x."userNameNorm", x."domainName", x."firstName", x."lastName",
           x."nameNorm", x."emailId", x."emailNorm", x."searchText", x."phoneNumber", x.language, x."timeZone",
           x.country, x."dateOfBirth", nullif(x."shortName", ''), nullif(x."dashboardAccess", ''), coalesce(x."communicationEmail", false),
           coalesce(x."communicationPush", false), coalesce(x."communicationSms", false), x.status, x."secretWordHash", x."pinHash",
           x."passwordHash", clock() + make_interval(days => x.days),
           case when x.status and x."passwordHash" is null then false end,
           case when x.status and x."passwordHash" is null then clock() end, ${by}, clock(), ${by}, clock(), ${by}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id uuid, "userName" text, "userNameNorm" text, "domainName" text,
           "firstName" text, "lastName" text, "nameNorm" text, "emailId" text, "emailNorm" text, "searchText" text, "phoneNumber" text,
           language text, "timeZone" text, country text, "dateOfBirth" date, "shortName" text, "dashboardAccess" text,
           "communicationEmail" boolean, "communicationPush" boolean, "communicationSms" boolean, status boolean, "nodeId" uuid,
           tpath text, "secretWordHash" text, "pinHash" text, "passwordHash" text, days int)`);
  const assignments = users.map(({ id, roleId, node, until }) => ({ userId: id, roleId, node, position: 0, until }));
  await insertAssignments(db, scope, assignments, by);
}

/** The given normalised user names that are taken within a sign-in domain, inside or outside the scope. */
export async function listTakenNames(
  db: Db,
  _scope: Scope,
  keys: readonly string[],
  domain: string,
): Promise<Set<string>> {
  const row = await db.first(sql<{ taken: string[] }>`select user_names_taken(${[...keys]}, ${domain}) as taken`);
  return new Set(row?.taken);
}

/** Stores a temporary password for a user whose row is locked and who has not chosen one; returns when it expires. */
export async function updateTemporaryPassword(
  db: Db,
  { orgId }: Scope,
  id: string,
  { passwordHash, days }: { readonly passwordHash: string; readonly days: number },
): Promise<string> {
  const row = await db.first(sql<{ expiresAt: string }>`
    update users set password_hash = ${passwordHash}, temporary_until = clock() + make_interval(days => ${days}),
           is_reset_token_used = null, reset_date = null
     where org_id = ${orgId} and id = ${id} and not manual_password
    returning temporary_until as "expiresAt"`);
  if (!row) throw new Error('a locked user has chosen a password meanwhile');
  return row.expiresAt;
}
