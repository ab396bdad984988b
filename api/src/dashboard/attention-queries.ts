import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';

/** The number of records that need attention, and the names of some. */
export type Found = { readonly count: number; readonly names: string[]; readonly id: string | null };

const within = (scope: Scope, alias: string) =>
  sql`${sql.ref(`${alias}.org_id`)} = ${scope.orgId} and ${sql.ref(`${alias}.tpath`)} >= ${scope.lo} and ${sql.ref(`${alias}.tpath`)} < ${scope.hi}`;

const nameLimit = 3;
const summary = sql`count(*)::int as count, coalesce((array_agg(name order by name))[1:${sql.lit(nameLimit)}], '{}') as names,
  case when count(*) = 1 then (array_agg(id))[1] end as id`;

export async function findLockedUsers(db: Db, scope: Scope): Promise<Found | undefined> {
  return db.first(sql<Found>`
    select ${summary} from (
      select distinct u.id, coalesce(full_name(u.first_name, u.last_name), '') as name from failed_attempts l
        join users u on u.org_id = l.org_id and u.id = l.user_id
       where l.org_id = ${scope.orgId} and l.locked_until > clock() and l.device = '' and u.deleted_date is null and ${within(scope, 'u')}) found`);
}

export async function findUnconfirmedEmails(db: Db, scope: Scope): Promise<Found | undefined> {
  return db.first(sql<Found>`
    select ${summary} from (
      select u.id, coalesce(full_name(u.first_name, u.last_name), '') as name from users u
       where ${within(scope, 'u')} and u.pending_email is not null and u.pending_email_confirmed_date is null and u.deleted_date is null) found`);
}

/** Users whose e-mail address the mail server refuses. */
export async function findRefusedEmails(db: Db, scope: Scope): Promise<Found | undefined> {
  return db.first(sql<Found>`
    select ${summary} from (
      select u.id, coalesce(full_name(u.first_name, u.last_name), '') as name from users u
       where ${within(scope, 'u')} and u.mail_refused_date is not null and u.deleted_date is null) found`);
}

/** Webhooks that the portal has disabled because they failed for too long. */
export async function findDisabledWebhooks(db: Db, scope: Scope): Promise<Found | undefined> {
  return db.first(sql<Found>`
    select ${summary} from (
      select w.node_id as id, case w.description when '' then w.url else w.description end as name from webhooks w
       where ${within(scope, 'w')} and w.disabled_date is not null) found`);
}

/** Whether the last verification of the audit found errors, and how many. */
export async function countAuditErrors(db: Db, scope: Scope): Promise<number> {
  const row = await db.first(
    sql<{ faults: number }>`select s.faults from audit_status s where s.org_id = ${scope.orgId}`,
  );
  return row?.faults ?? 0;
}
