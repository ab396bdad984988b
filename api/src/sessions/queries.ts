import { normalised } from '@storeward/contract/fields';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/db.ts';

/** What opens a session: the row named by a token, when that token ends, and the host it is used on (null: the global portal). */
export type Opening = {
  readonly sessionId: string;
  readonly ends: string;
  readonly host: string | null;
  readonly target: string | null;
  readonly orgId: string | null;
  readonly knownStamp: string | null;
};

/** Reads a session's row and sets the scope of this transaction from it: a stamp, and behind it who acts unless that stamp was known. */
export async function openSession(
  db: Db,
  { sessionId, ends, host, target, orgId, knownStamp }: Opening,
): Promise<string | null> {
  const row = await db.first(
    sql<{
      opened: string | null;
    }>`select open_session(${sessionId}, ${ends}, ${host}, ${target}, ${orgId}, ${knownStamp}) as opened`,
  );
  return row?.opened ?? null;
}

/** Reads whose portal a host is and sets the scope of this transaction to all of it; null where no portal is served. */
export async function openPortal(db: Db, host: string | null): Promise<string | null> {
  return (await db.first(sql<{ portal: string | null }>`select open_portal(${host}) as portal`))?.portal ?? null;
}

/** What signing in has to know of somebody. `open` is false where the user, role, place or organisation is disabled. */
export type Applicant = {
  readonly id: string;
  readonly email: string;
  readonly userName: string;
  readonly domainName: string;
  readonly tpath: string;
  readonly open: boolean;
  readonly assignmentId: string | null;
  readonly roles: readonly string[];
  readonly rootNodeId: string | null;
  readonly rootNode: string | null;
};

/** What a password is checked against. */
export type Credential = { readonly id: string; readonly passwordHash: string | null };

/** Whose password it is, by the name typed and a domain (empty where the portal has none); a name nobody has costs the same. */
export async function findCredential(
  db: Db,
  scope: Scope,
  userName: string,
  domainName: string,
): Promise<Credential | undefined> {
  return db.first(
    build
      .selectFrom('users')
      .select(['id', 'password_hash as passwordHash'])
      .where('org_id', '=', scope.orgId)
      .where('user_name_norm', '=', normalised(userName))
      .where('domain_name', '=', domainName)
      .where('deleted_date', 'is', null),
  );
}

/** Where somebody stands who has shown the right password. */
export async function findApplicant(db: Db, scope: Scope, id: string): Promise<Applicant | undefined> {
  return db.first(
    build
      .selectFrom('users as u')
      .leftJoinLateral(
        (join) =>
          join
            .selectFrom('assignments as a')
            .innerJoin('roles as r', (on) => on.onRef('r.org_id', '=', 'a.org_id').onRef('r.id', '=', 'a.role_id'))
            .select(['a.id', 'a.tpath', 'a.node_id', 'a.role_id', 'r.status'])
            .whereRef('a.org_id', '=', 'u.org_id')
            .whereRef('a.user_id', '=', 'u.id')
            .where((is) => is.or([is('a.until', 'is', null), is('a.until', '>', sql<string>`clock()`)]))
            .where('r.deleted_date', 'is', null)
            .orderBy('a.position')
            .limit(1)
            .as('held'),
        (on) => on.onTrue(),
      )
      .leftJoin('nodes as n', (on) => on.onRef('n.org_id', '=', 'u.org_id').onRef('n.id', '=', 'held.node_id'))
      .select([
        'u.id',
        'u.email_id as email',
        'u.user_name as userName',
        'u.domain_name as domainName',
        'u.tpath',
        'held.id as assignmentId',
        'n.id as rootNodeId',
        'n.node_type as rootNode',
        sql<string[]>`case when held.role_id is null then '{}'::uuid[] else array[held.role_id] end`.as('roles'),
        sql<boolean>`u.status and coalesce(held.status, true) and not exists (
          select from places_along(coalesce(held.tpath, u.tpath)) place where not place.is_open)`.as('open'),
      ])
      .where('u.org_id', '=', scope.orgId)
      .where('u.id', '=', id)
      .where('u.deleted_date', 'is', null),
  );
}

/** A session about to begin. */
export type NewSession = {
  readonly id: string;
  readonly userId: string;
  readonly assignmentId: string | null;
  readonly refreshHash: Buffer;
  readonly address: string;
  readonly device: string;
};

/** Begins a session and answers the moment it began at, in seconds since 1970 by the database's clock. */
export async function insertSession(db: Db, scope: Scope, session: NewSession, hours: number): Promise<number> {
  const began = db.first(
    build
      .insertInto('sessions')
      .values({
        id: session.id,
        org_id: scope.orgId,
        user_id: session.userId,
        assignment_id: session.assignmentId,
        refresh_hash: session.refreshHash,
        address: session.address,
        device: session.device,
        created_date: sql<string>`clock()`,
        last_activity: sql<string>`clock()`,
        expires_date: sql<string>`clock() + make_interval(hours => ${hours})`,
      })
      .returning(sql<number>`floor(extract(epoch from created_date))::bigint`.as('began')),
  );
  const active = db.run(
    build
      .updateTable('users')
      .set({ last_active: sql<string>`clock()` })
      .where('org_id', '=', scope.orgId)
      .where('id', '=', session.userId)
      .where('last_active', '<', sql<string>`clock() - interval '1 minute'`),
  );
  const [row] = await Promise.all([began, active]);
  return row!.began;
}

/** Ends a session at once; false when it had ended before. */
export async function endSession(db: Db, scope: Scope, homeOrgId: string, sessionId: string): Promise<boolean> {
  const changed = await db.run(
    build
      .updateTable('sessions')
      .set({ ended_date: sql<string>`clock()` })
      .where('org_id', '=', homeOrgId)
      .where('org_id', '=', scope.orgId)
      .where('id', '=', sessionId)
      .where('ended_date', 'is', null),
  );
  return changed > 0;
}
