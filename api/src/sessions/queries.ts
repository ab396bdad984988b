import { normalised } from '@storeward/contract/fields';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/database/db.ts';
import { usablePasswordHash } from '../users/queries.ts';
import type { IdleRules } from './idle.ts';

/** A user about to sign in; `enabled` is false where the user, the role, or a node up to the organisation is disabled. */
export type SignInUser = {
  readonly id: string;
  readonly email: string;
  readonly userName: string;
  readonly domainName: string;
  readonly tpath: string;
  /** `tpath` of the assignment's node, whose settings apply. */
  readonly assignmentPath: string;
  readonly enabled: boolean;
  readonly assignmentId: string | null;
  readonly roles: readonly string[];
  readonly rootNodeId: string | null;
  readonly rootNode: string | null;
};

/** The hash to verify against, and whether the requesting browser is a known device of the user. */
export type Credential = { readonly id: string; readonly passwordHash: string | null; readonly knownDevice: boolean };

/** Finds a user's credential by name and domain (empty where the portal has none). */
export async function findCredential(
  db: Db,
  scope: Scope,
  { userName, domainName }: { userName: string; domainName: string },
  device: Buffer | undefined,
): Promise<Credential | undefined> {
  return db.first(
    build
      .selectFrom('users as u')
      .select([
        'u.id',
        usablePasswordHash.as('passwordHash'),
        sql<boolean>`exists (select from known_devices d
          where d.org_id = u.org_id and d.user_id = u.id and d.device_hash = ${device ?? null})`.as('knownDevice'),
      ])
      .where('u.org_id', '=', scope.orgId)
      .where('u.user_name_norm', '=', normalised(userName))
      .where('u.domain_name', '=', domainName)
      .where('u.deleted_date', 'is', null),
  );
}

/** Replaces the hash of an unchanged password (rehash); no version bump, and no effect if the password changed meanwhile. */
export async function replaceHash(
  db: Db,
  scope: Scope,
  userId: string,
  { newHash, currentHash }: { newHash: string; currentHash: string },
): Promise<void> {
  await db.run(
    build
      .updateTable('users')
      .set({ password_hash: newHash })
      .where('org_id', '=', scope.orgId)
      .where('id', '=', userId)
      .where('password_hash', '=', currentHash),
  );
}

/** A user with the assignment to act by: the given one while it is held, else the first with an enabled role and node. */
export async function findSignInUser(
  db: Db,
  scope: Scope,
  id: string,
  assignmentId: string | null = null,
): Promise<SignInUser | undefined> {
  return db.first(
    build
      .selectFrom('users as u')
      .leftJoinLateral(
        (join) =>
          join
            .selectFrom('assignments as a')
            .innerJoin('roles as r', (on) => on.onRef('r.org_id', '=', 'a.org_id').onRef('r.id', '=', 'a.role_id'))
            .select(['a.id', 'a.tpath', 'a.node_id', 'a.role_id', enabledAt('r.status', 'a.tpath').as('enabled')])
            .whereRef('a.org_id', '=', 'u.org_id')
            .whereRef('a.user_id', '=', 'u.id')
            .where((is) => is.or([is('a.until', 'is', null), is('a.until', '>', sql<string>`clock()`)]))
            .where('r.deleted_date', 'is', null)
            .orderBy(sql`a.id is not distinct from ${assignmentId}`, 'desc')
            .orderBy('enabled', 'desc') // prefers an enabled assignment over a disabled one
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
        sql<string>`coalesce(held.tpath, u.tpath)`.as('assignmentPath'),
        'n.id as rootNodeId',
        'n.node_type as rootNode',
        sql<string[]>`case when held.role_id is null then '{}'::uuid[] else array[held.role_id] end`.as('roles'),
        sql<boolean>`u.status and coalesce(held.enabled, ${enabledAt('u.status', 'u.tpath')})`.as('enabled'),
      ])
      .where('u.org_id', '=', scope.orgId)
      .where('u.id', '=', id)
      .where('u.deleted_date', 'is', null),
  );
}

const enabledAt = (status: string, path: string) =>
  sql<boolean>`${sql.ref(status)} and not exists (select from nodes_along_path(${sql.ref(path)}) p where not p.is_open)`;

export type NewSession = {
  readonly id: string;
  readonly userId: string;
  readonly assignmentId: string | null;
  readonly binding: Buffer | null;
  readonly address: string;
  readonly device: string;
};

/** Inserts a session; returns its start and absolute expiry in Unix seconds by the database's clock. */
export async function insertSession(
  db: Db,
  scope: Scope,
  session: NewSession,
  hours: number,
): Promise<{ began: number; ends: number }> {
  const began = db.first(
    build
      .insertInto('sessions')
      .values({
        id: session.id,
        org_id: scope.orgId,
        user_id: session.userId,
        assignment_id: session.assignmentId,
        binding: session.binding,
        address: session.address,
        device: session.device,
        created_date: sql<string>`clock()`,
        last_activity: sql<string>`clock()`,
        expires_date: sql<string>`clock() + make_interval(hours => ${hours})`,
      })
      .returning([epochSeconds('created_date').as('began'), epochSeconds('expires_date').as('ends')]),
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
  return row!;
}

const epochSeconds = (column: string) => sql<number>`floor(extract(epoch from ${sql.ref(column)}))::bigint`;

/** A session row locked for the renewal of its tokens; `now` and `ends` in Unix seconds. */
export type LockedSession = {
  readonly userId: string;
  readonly assignmentId: string | null;
  readonly binding: Buffer | null;
  readonly generation: number;
  readonly secondsIdle: number;
  /** Renewed within the last ten seconds: a client may still present the previous token after a lost response. */
  readonly justRenewed: boolean;
  readonly now: number;
  readonly ends: number;
};

/** Locks a session that has neither ended nor expired. */
export async function lockSession(db: Db, scope: Scope, id: string): Promise<LockedSession | undefined> {
  return db.first(
    build
      .selectFrom('sessions')
      .select([
        'user_id as userId',
        'assignment_id as assignmentId',
        'binding',
        'generation',
        sql<number>`extract(epoch from clock() - last_activity)::int`.as('secondsIdle'),
        sql<boolean>`coalesce(refreshed_at > clock() - interval '10 seconds', false)`.as('justRenewed'),
        sql<number>`floor(extract(epoch from clock()))::bigint`.as('now'),
        epochSeconds('expires_date').as('ends'),
      ])
      .where('org_id', '=', scope.orgId)
      .where('id', '=', id)
      .where('ended_date', 'is', null)
      .where('expires_date', '>', sql<string>`clock()`)
      .forUpdate(),
  );
}

/** Idle timeout in seconds at a node, without the grace period. */
export async function findIdleLimit(
  db: Db,
  scope: Scope,
  path: string,
  { defaultSeconds, maxSeconds }: IdleRules,
): Promise<number> {
  const row = await db.first(
    sql<{ seconds: number }>`select idle_timeout(${scope.orgId}, ${path}, ${defaultSeconds}, ${maxSeconds}) as seconds`,
  );
  return row!.seconds;
}

export async function incrementGeneration(db: Db, scope: Scope, id: string): Promise<void> {
  await db.run(
    build
      .updateTable('sessions')
      .set({ generation: sql<number>`generation + 1`, refreshed_at: sql<string>`clock()` })
      .where('org_id', '=', scope.orgId)
      .where('id', '=', id),
  );
}

/** Advances the session's last activity, never back; returns the stored timestamp. */
export async function touchSession(db: Db, scope: Scope, id: string, idleSeconds: number): Promise<string | undefined> {
  const row = await db.first(
    build
      .updateTable('sessions')
      .set({
        last_activity: sql<string>`greatest(last_activity, clock() - make_interval(secs => ${idleSeconds}))`,
      })
      .where('org_id', '=', scope.orgId)
      .where('id', '=', id)
      .returning('last_activity as lastActivity'),
  );
  return row?.lastActivity;
}

/** Switches a session to another assignment of its owner. */
export async function chooseAssignment(db: Db, scope: Scope, id: string, assignmentId: string): Promise<void> {
  const query = build.updateTable('sessions').where('org_id', '=', scope.orgId).where('id', '=', id);
  await db.run(query.set({ assignment_id: assignmentId }));
}

/** The largest number of sessions that a user sees in their own list. */
const maxListedSessions = 500;

/** The user's own open sessions, the most recently used first. */
export async function listOwnSessions(db: Db, _scope: Scope, { defaultSeconds, maxSeconds, graceSeconds }: IdleRules) {
  return db.many(
    sql<{ id: string; device: string; address: string; createdDate: string; lastActivity: string }>`
      select id, device, address, created_date as "createdDate", last_activity as "lastActivity"
        from own_open_sessions(${defaultSeconds}, ${maxSeconds}, ${graceSeconds}) limit ${maxListedSessions}`,
  );
}

/** The most recent sign-in attempts on the user's own account, newest first. */
export async function listOwnSignIns(db: Db, _scope: Scope, limit: number) {
  return db.many(
    sql<{ at: string; device: string; address: string; action: string; reason: string | null }>`
      select at, device, address, action, reason from own_sign_ins(${limit})`,
  );
}
