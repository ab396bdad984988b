import { normalised } from '@storeward/contract/fields';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/db.ts';
import type { IdleRules } from './idle.ts';

/** What opens a session: the row named by a token, when that token ends, and the host it is used on (null: the global portal). */
export type Opening = {
  readonly sessionId: string;
  readonly ends: string;
  readonly host: string | null;
  readonly target: string | null;
  readonly orgId: string | null;
  readonly knownStamp: string | null;
  readonly apiKey: string | null;
  readonly idleSeconds: number | null;
  readonly idle: IdleRules;
  /** Whether the session's owner acts, whomever the session sees as. */
  readonly ownEyes: boolean;
};

/** Reads a session's row and sets the scope of this transaction from it: a stamp, and behind it who acts unless that stamp was known. */
export async function openSession(
  db: Db,
  { sessionId, ends, host, target, orgId, knownStamp, apiKey, idleSeconds, idle, ownEyes }: Opening,
): Promise<string | null> {
  const row = await db.first(
    sql<{
      opened: string | null;
    }>`select open_session(${sessionId}, ${ends}, ${host}, ${target}, ${orgId}, ${knownStamp},
      ${apiKey}, ${idleSeconds}, ${idle.usual}, ${idle.longest}, ${idle.grace}, ${ownEyes}) as opened`,
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
  /** The path of the place whose settings count for them. */
  readonly standsAt: string;
  readonly open: boolean;
  readonly assignmentId: string | null;
  readonly roles: readonly string[];
  readonly rootNodeId: string | null;
  readonly rootNode: string | null;
};

/** What a password is checked against, and whether the browser that asks is one of its owner's. */
export type Credential = { readonly id: string; readonly passwordHash: string | null; readonly knownDevice: boolean };

/** Whose password it is, by the name typed and a domain (empty where the portal has none); a name nobody has costs the same. */
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
        // a password somebody was given is none once its time is over
        sql<
          string | null
        >`case when u.manual_password or u.temporary_until is null or u.temporary_until > clock() then u.password_hash end`.as(
          'passwordHash',
        ),
        sql<boolean>`exists (select from known_devices d
          where d.org_id = u.org_id and d.user_id = u.id and d.device_hash = ${device ?? null})`.as('knownDevice'),
      ])
      .where('u.org_id', '=', scope.orgId)
      .where('u.user_name_norm', '=', normalised(userName))
      .where('u.domain_name', '=', domainName)
      .where('u.deleted_date', 'is', null),
  );
}

/** Keeps the same password in another form, unless it was changed meanwhile; nobody else sees a difference. */
export async function replaceHash(
  db: Db,
  scope: Scope,
  userId: string,
  { hash, instead }: { hash: string; instead: string },
): Promise<void> {
  await db.run(
    build
      .updateTable('users')
      .set({ password_hash: hash })
      .where('org_id', '=', scope.orgId)
      .where('id', '=', userId)
      .where('password_hash', '=', instead),
  );
}

/** Where somebody stands who has proved who they are: by the assignment named, while they hold it, else by the first whose role and place are open. */
export async function findApplicant(
  db: Db,
  scope: Scope,
  id: string,
  assignmentId: string | null = null,
): Promise<Applicant | undefined> {
  return db.first(
    build
      .selectFrom('users as u')
      .leftJoinLateral(
        (join) =>
          join
            .selectFrom('assignments as a')
            .innerJoin('roles as r', (on) => on.onRef('r.org_id', '=', 'a.org_id').onRef('r.id', '=', 'a.role_id'))
            .select(['a.id', 'a.tpath', 'a.node_id', 'a.role_id', openAt('r.status', 'a.tpath').as('open')])
            .whereRef('a.org_id', '=', 'u.org_id')
            .whereRef('a.user_id', '=', 'u.id')
            .where((is) => is.or([is('a.until', 'is', null), is('a.until', '>', sql<string>`clock()`)]))
            .where('r.deleted_date', 'is', null)
            .orderBy(sql`a.id is not distinct from ${assignmentId}`, 'desc')
            .orderBy('open', 'desc') // one that is closed keeps nobody out who has another
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
        sql<string>`coalesce(held.tpath, u.tpath)`.as('standsAt'),
        'n.id as rootNodeId',
        'n.node_type as rootNode',
        sql<string[]>`case when held.role_id is null then '{}'::uuid[] else array[held.role_id] end`.as('roles'),
        sql<boolean>`u.status and coalesce(held.open, ${openAt('u.status', 'u.tpath')})`.as('open'),
      ])
      .where('u.org_id', '=', scope.orgId)
      .where('u.id', '=', id)
      .where('u.deleted_date', 'is', null),
  );
}

const openAt = (status: string, path: string) =>
  sql<boolean>`${sql.ref(status)} and not exists (select from places_along(${sql.ref(path)}) p where not p.is_open)`;

/** A session about to begin. */
export type NewSession = {
  readonly id: string;
  readonly userId: string;
  readonly assignmentId: string | null;
  readonly binding: Buffer | null;
  readonly address: string;
  readonly device: string;
};

/** Begins a session and answers when it began and when it ends at the latest, in seconds since 1970 by the database's clock. */
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
      .returning([secondsOf('created_date').as('began'), secondsOf('expires_date').as('ends')]),
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

const secondsOf = (column: string) => sql<number>`floor(extract(epoch from ${sql.ref(column)}))::bigint`;

/** A session whose tokens are to be renewed; its row is held until that is stored. */
export type Renewal = {
  readonly userId: string;
  readonly assignmentId: string | null;
  readonly binding: Buffer | null;
  readonly generation: number;
  readonly idleFor: number;
  /** Renewed so short a time ago that whoever still comes with the token before may not have heard of it. */
  readonly justRenewed: boolean;
  readonly now: number;
  readonly ends: number;
};

/** Holds a session that is not over for a renewal. */
export async function lockSession(db: Db, scope: Scope, id: string): Promise<Renewal | undefined> {
  return db.first(
    build
      .selectFrom('sessions')
      .select([
        'user_id as userId',
        'assignment_id as assignmentId',
        'binding',
        'generation',
        sql<number>`extract(epoch from clock() - last_activity)::int`.as('idleFor'),
        sql<boolean>`coalesce(refreshed_at > clock() - interval '10 seconds', false)`.as('justRenewed'),
        sql<number>`floor(extract(epoch from clock()))::bigint`.as('now'),
        secondsOf('expires_date').as('ends'),
      ])
      .where('org_id', '=', scope.orgId)
      .where('id', '=', id)
      .where('ended_date', 'is', null)
      .where('expires_date', '>', sql<string>`clock()`)
      .forUpdate(),
  );
}

/** After how many seconds without input somebody at a place counts as gone. */
export async function findIdleLimit(
  db: Db,
  scope: Scope,
  path: string,
  { usual, longest }: IdleRules,
): Promise<number> {
  const row = await db.first(
    sql<{ seconds: number }>`select idle_limit(${scope.orgId}, ${path}, ${usual}, ${longest}) as seconds`,
  );
  return row!.seconds;
}

/** Counts a renewal. */
export async function renewSession(db: Db, scope: Scope, id: string): Promise<void> {
  await db.run(
    build
      .updateTable('sessions')
      .set({ generation: sql<number>`generation + 1`, refreshed_at: sql<string>`clock()` })
      .where('org_id', '=', scope.orgId)
      .where('id', '=', id),
  );
}

/** Notes when somebody was last there; an earlier moment than the one known changes nothing. Answers the latest. */
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

/** Lets a session act by another assignment of its owner. */
export async function chooseAssignment(db: Db, scope: Scope, id: string, assignmentId: string): Promise<void> {
  const named = build.updateTable('sessions').where('org_id', '=', scope.orgId).where('id', '=', id);
  await db.run(named.set({ assignment_id: assignmentId }));
}

/** The caller's own sessions that are not over, the latest used first. */
export async function listOwnSessions(db: Db, _scope: Scope, { usual, longest, grace }: IdleRules) {
  return db.many(
    sql<{ id: string; device: string; address: string; createdDate: string; lastActivity: string }>`
      select id, device, address, created_date as "createdDate", last_activity as "lastActivity"
        from own_open_sessions(${usual}, ${longest}, ${grace})`,
  );
}

/** The last tries to sign in as the caller, newest first. */
export async function listOwnSignIns(db: Db, _scope: Scope, most: number) {
  return db.many(
    sql<{ at: string; device: string; address: string; action: string; reason: string | null }>`
      select at, device, address, action, reason from own_sign_ins(${most})`,
  );
}
