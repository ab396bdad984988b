import { normalised } from '@storeward/contract/fields';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/db.ts';
import { endTokens } from '../users/queries.ts';

/** What an organisation asks of passwords, with its name and domains, the usual one first. */
export type Security = {
  readonly name: string;
  readonly isGlobal: boolean;
  readonly domains: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
};

/** Reads what the organisation of the scope asks. */
export async function findSecurity(db: Db, _scope: Scope): Promise<Security> {
  const row = await db.first(sql<{ security: string }>`select security_of_organisation() as security`);
  return JSON.parse(row!.security) as Security;
}

/** Somebody whose password is at stake. */
export type Holder = {
  readonly id: string;
  readonly userName: string;
  readonly domainName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly emailId: string;
  readonly tpath: string;
  readonly status: boolean;
  readonly manualPassword: boolean;
  readonly passwordHash: string | null;
  readonly secretWordHash: string | null;
};

const holders = (scope: Scope) =>
  build
    .selectFrom('users')
    .select([
      'users.id',
      'user_name as userName',
      'domain_name as domainName',
      'first_name as firstName',
      'last_name as lastName',
      'email_id as emailId',
      'tpath',
      'status',
      'manual_password as manualPassword',
      'password_hash as passwordHash',
      'secret_word_hash as secretWordHash',
    ])
    .where('users.org_id', '=', scope.orgId)
    .where('deleted_date', 'is', null);

/** What somebody typed to be found by. */
export type Sought = {
  readonly emailId: string | undefined;
  readonly userName: string | undefined;
  readonly domainName: string;
};

/** Everybody whom the typed address or name fits, within one domain; disabled ones too. */
export async function findSought(db: Db, scope: Scope, { emailId, userName, domainName }: Sought): Promise<Holder[]> {
  return db.many(
    holders(scope)
      .where('domain_name', '=', domainName)
      .$if(emailId !== undefined, (found) => found.where('email_norm', '=', normalised(emailId!)))
      .$if(userName !== undefined, (found) => found.where('user_name_norm', '=', normalised(userName!)))
      .orderBy('user_name_norm')
      .limit(20),
  );
}

/** One person with what their password is checked against. */
export async function findHolder(db: Db, scope: Scope, id: string): Promise<Holder | undefined> {
  return db.first(holders(scope).where('users.id', '=', id));
}

/** The same, held until the change at hand is stored. */
export async function lockHolder(db: Db, scope: Scope, id: string): Promise<Holder | undefined> {
  return db.first(holders(scope).where('users.id', '=', id).forUpdate());
}

/** Counts once more under a name, and answers how often within the window, this time included. */
export async function countTowards(db: Db, name: string, minutes: number): Promise<number> {
  const row = await db.first(
    sql<{ count: number }>`select count_towards(${name}, make_interval(mins => ${minutes})) as count`,
  );
  return row!.count;
}

/** How often something was counted within the window so far. */
export async function counted(db: Db, name: string, minutes: number): Promise<number> {
  const row = await db.first(
    build
      .selectFrom('brakes')
      .select('count')
      .where('name', '=', name)
      .where('since', '>', sql<string>`clock() - make_interval(mins => ${minutes})`),
  );
  return row?.count ?? 0;
}

/** A recovery by mail that was begun: by which hash it is known, in which browser, for whom. */
export type Flow = Sought & { readonly flowHash: Buffer; readonly cookieHash: Buffer | null };

/** How many recoveries that are over each new one clears away: more than one, so that they grow fewer. */
const clearedAway = 10;

/** Begins a recovery by mail that may be gone on with for some minutes, and forgets a few whose time is over. */
export async function insertFlow(db: Db, scope: Scope, flow: Flow, minutes: number): Promise<void> {
  await db.run(sql`select forget_flows(${minutes}, ${clearedAway})`);
  await db.run(
    build.insertInto('recovery_flows').values({
      org_id: scope.orgId,
      flow_hash: flow.flowHash,
      cookie_hash: flow.cookieHash,
      email_norm: normalised(flow.emailId ?? ''),
      user_name_norm: flow.userName === undefined ? null : normalised(flow.userName),
      domain_name: flow.domainName,
      created_date: sql<string>`clock()`,
    }),
  );
}

/** Goes on with a recovery that was begun within the last `minutes`. */
export async function continueFlow(db: Db, scope: Scope, flowHash: Buffer, minutes: number): Promise<Flow | undefined> {
  const row = await db.first(
    build
      .updateTable('recovery_flows')
      .set({ sent_date: sql<string>`clock()` })
      .where('org_id', '=', scope.orgId)
      .where('flow_hash', '=', flowHash)
      .where('created_date', '>', sql<string>`clock() - make_interval(mins => ${minutes})`)
      .returning([
        'cookie_hash as cookieHash',
        'email_norm as emailId',
        'user_name_norm as userName',
        'domain_name as domainName',
      ]),
  );
  return row && { ...row, flowHash, userName: row.userName ?? undefined };
}

/** A way to a new password about to be handed out. */
export type NewToken = {
  readonly userId: string;
  readonly tokenHash: Buffer;
  readonly way: 'mail' | 'secretWord' | 'administrator' | 'invitation';
  readonly minutes: number;
};

/**
 * Hands out a token in place of any older one, and notes with its owner that a reset is on its way; answers until when it
 * is good. For an owner who does not exist the same is asked, and nothing comes of it.
 */
export async function insertToken(
  db: Db,
  scope: Scope,
  { userId, tokenHash, way, minutes }: NewToken,
): Promise<string | undefined> {
  const [, , row] = await Promise.all([
    noteReset(db, scope, userId), // the owner's row first: two at once come one after the other
    endTokens(db, scope, userId),
    db.first(
      sql<{ expiresAt: string }>`
        insert into reset_tokens (org_id, user_id, token_hash, way, created_date, expires_date)
        select org_id, id, ${tokenHash}, ${way}, clock(), clock() + make_interval(mins => ${minutes})
          from users where org_id = ${scope.orgId} and id = ${userId}
        returning expires_date as "expiresAt"`,
    ),
  ]);
  return row?.expiresAt;
}

/** The same for many people at once; whatever link they had is good no more. `noted`: it stands with them already. */
export async function insertTokens(
  db: Db,
  scope: Scope,
  people: readonly { readonly userId: string; readonly hash: Buffer }[],
  { way, minutes, noted = false }: Pick<NewToken, 'way' | 'minutes'> & { noted?: boolean },
): Promise<void> {
  const ids = people.map(({ userId }) => userId);
  const hashes = people.map(({ hash }) => hash.toString('hex'));
  await db.run(sql`
    update reset_tokens set replaced_date = clock()
     where org_id = ${scope.orgId} and user_id = any(${ids}::uuid[]) and used_date is null and replaced_date is null`);
  await db.run(sql`
    insert into reset_tokens (org_id, user_id, token_hash, way, created_date, expires_date)
    select ${scope.orgId}, x.id, decode(x.hash, 'hex'), ${way}, clock(), clock() + make_interval(mins => ${minutes})
      from unnest(${ids}::uuid[], ${hashes}::text[]) x(id, hash)`);
  if (noted) return;
  await db.run(sql`
    update users set is_reset_token_used = false, reset_date = clock() where org_id = ${scope.orgId} and id = any(${ids}::uuid[])`);
}

async function noteReset(db: Db, scope: Scope, userId: string): Promise<void> {
  await db.run(
    build
      .updateTable('users')
      .set({ is_reset_token_used: false, reset_date: sql<string>`clock()` })
      .where('org_id', '=', scope.orgId)
      .where('id', '=', userId),
  );
}

/** A token as it was found: whose it is, and whether it can still be used. */
export type FoundToken = {
  readonly userId: string;
  readonly used: boolean;
  readonly over: boolean;
  /** As what the request was sent that used it up, for as long as that may be sent again. */
  readonly usedWith: Buffer | null;
  readonly way: string;
};

const foundToken = (scope: Scope, tokenHash: Buffer) =>
  build
    .selectFrom('reset_tokens')
    .select([
      'user_id as userId',
      'way',
      sql<boolean>`used_date is not null`.as('used'),
      sql<Buffer | null>`case when used_date > clock() - interval '10 minutes' then used_with end`.as('usedWith'),
      sql<boolean>`replaced_date is not null or expires_date <= clock()`.as('over'),
    ])
    .where('org_id', '=', scope.orgId)
    .where('token_hash', '=', tokenHash);

/** Looks a token up by its hash. */
export async function findToken(db: Db, scope: Scope, tokenHash: Buffer): Promise<FoundToken | undefined> {
  return db.first(foundToken(scope, tokenHash));
}

/** Uses a token up; false when somebody else was first, or its time is over. */
export async function useToken(db: Db, scope: Scope, tokenHash: Buffer, sentAs: Buffer | undefined): Promise<boolean> {
  const changed = await db.run(
    build
      .updateTable('reset_tokens')
      .set({ used_date: sql<string>`clock()`, used_with: sentAs ?? null })
      .where('org_id', '=', scope.orgId)
      .where('token_hash', '=', tokenHash)
      .where('used_date', 'is', null)
      .where('replaced_date', 'is', null)
      .where('expires_date', '>', sql<string>`clock()`),
  );
  return changed > 0;
}

/** The token that somebody could use now, if there is one. */
export async function findLiveToken(db: Db, scope: Scope, userId: string): Promise<{ expiresAt: string } | undefined> {
  return db.first(
    build
      .selectFrom('reset_tokens')
      .select('expires_date as expiresAt')
      .where('org_id', '=', scope.orgId)
      .where('user_id', '=', userId)
      .where('way', '<>', 'secretWord')
      .where('used_date', 'is', null)
      .where('replaced_date', 'is', null)
      .where('expires_date', '>', sql<string>`clock()`),
  );
}

/** A password somebody has chosen, and the one it is to replace. */
export type ChosenPassword = { readonly hash: string; readonly instead: string | null; readonly byToken: boolean };

/** Stores a password of somebody's own choosing; answers the moment, or nothing when the one before was changed meanwhile. */
export async function updatePassword(
  db: Db,
  scope: Scope,
  userId: string,
  { hash, instead, byToken }: ChosenPassword,
): Promise<string | undefined> {
  const row = await db.first(
    build
      .updateTable('users')
      .set({
        password_hash: hash,
        manual_password: true,
        temporary_until: null,
        reset_date: sql<string>`clock()`,
        ...(byToken ? { is_reset_token_used: true } : {}),
        updated_date: sql<string>`clock()`,
        updated_by: userId,
        version: sql<number>`version + 1`,
      })
      .where('org_id', '=', scope.orgId)
      .where('id', '=', userId)
      .where('deleted_date', 'is', null)
      .where('password_hash', 'is not distinct from', instead)
      .returning('updated_date as at'),
  );
  return row?.at;
}
