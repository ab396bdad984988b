import { domainToUnicode } from 'node:url';
import { emailKey, normalised } from '@storeward/contract/fields';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/database/db.ts';
import { addressCounts, secretWordCounts } from '../users/queries.ts';

/** An organisation's password settings (`values`), name and domains, the default domain first. */
export type PasswordSettings = {
  readonly name: string;
  readonly isGlobal: boolean;
  readonly domains: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
};

export async function findPasswordSettings(db: Db, _scope: Scope): Promise<PasswordSettings> {
  const row = await db.first(sql<{ security: string }>`select organisation_security_settings() as security`);
  return JSON.parse(row!.security) as PasswordSettings;
}

export type PasswordOwner = {
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
  /** Whether links to the address may still be used, see `addressCounts`. */
  readonly addressCounts: boolean;
  /** Whether the secret word may still be used, see `secretWordCounts`. */
  readonly secretWordCounts: boolean;
};

const ownerQuery = (scope: Scope) =>
  build
    .selectFrom('users as u')
    .select([
      'u.id',
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
      addressCounts.as('addressCounts'),
      secretWordCounts.as('secretWordCounts'),
    ])
    .where('u.org_id', '=', scope.orgId)
    .where('deleted_date', 'is', null);

export type UserLookup = {
  readonly emailId: string | undefined;
  readonly userName: string | undefined;
  readonly domainName: string;
};

/** Up to 20 users of a domain with the given e-mail or user name, including disabled ones. */
export async function findOwners(
  db: Db,
  scope: Scope,
  { emailId, userName, domainName }: UserLookup,
): Promise<PasswordOwner[]> {
  const found = await db.many(
    ownerQuery(scope)
      .where('domain_name', '=', domainName)
      .$if(emailId !== undefined, (owners) => owners.where('email_norm', 'in', spellingsOf(emailId!)))
      .$if(userName !== undefined, (owners) => owners.where('user_name_norm', '=', normalised(userName!)))
      .orderBy('user_name_norm')
      .limit(200),
  );
  // the index does not tell accents apart
  return found.filter((owner) => emailId === undefined || emailKey(owner.emailId) === emailKey(emailId)).slice(0, 20);
}

/** An address as the index may have it: its domain in punycode or in letters. */
function spellingsOf(address: string): string[] {
  const key = emailKey(address);
  const start = key.lastIndexOf('@') + 1;
  const domain = key.slice(start);
  return [...new Set([domain, domainToUnicode(domain)].map((one) => normalised(key.slice(0, start) + one)))];
}

export async function findPasswordOwner(db: Db, scope: Scope, id: string): Promise<PasswordOwner | undefined> {
  return db.first(ownerQuery(scope).where('u.id', '=', id));
}

/** Like `findPasswordOwner`, with a row lock until the end of the transaction. */
export async function lockPasswordOwner(db: Db, scope: Scope, id: string): Promise<PasswordOwner | undefined> {
  return db.first(ownerQuery(scope).where('u.id', '=', id).forUpdate());
}

/** Increments a counter; returns its value within the window of `minutes`. */
export async function incrementCounter(db: Db, name: string, minutes: number): Promise<number> {
  const row = await db.first(
    sql<{ count: number }>`select increment_rate_limit(${name}, make_interval(mins => ${minutes})) as count`,
  );
  return row!.count;
}

export async function readCounter(db: Db, name: string, minutes: number): Promise<number> {
  const row = await db.first(
    build
      .selectFrom('rate_limits')
      .select('count')
      .where('name', '=', name)
      .where('since', '>', sql<string>`clock() - make_interval(mins => ${minutes})`),
  );
  return row?.count ?? 0;
}

/** A started recovery by e-mail: hash of its id, hash of the browser's cookie (null for programs), and the lookup. */
export type RecoveryFlow = UserLookup & { readonly flowHash: Buffer; readonly cookieHash: Buffer | null };

/** Expired flows deleted with each insert; more than one, so that their number shrinks. */
const expiredFlowsPerInsert = 10;

/** Inserts a recovery flow and deletes some that expired. */
export async function insertFlow(db: Db, scope: Scope, flow: RecoveryFlow, minutes: number): Promise<void> {
  await db.run(sql`select delete_expired_recovery_flows(${minutes}, ${expiredFlowsPerInsert})`);
  await db.run(
    build.insertInto('recovery_flows').values({
      org_id: scope.orgId,
      flow_hash: flow.flowHash,
      cookie_hash: flow.cookieHash,
      email_norm: emailKey(flow.emailId ?? ''),
      user_name_norm: flow.userName === undefined ? null : normalised(flow.userName),
      domain_name: flow.domainName,
      created_date: sql<string>`clock()`,
    }),
  );
}

/** Marks a flow started within the last `minutes` as sent and returns it. */
export async function continueFlow(
  db: Db,
  scope: Scope,
  flowHash: Buffer,
  minutes: number,
): Promise<RecoveryFlow | undefined> {
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

export type ChosenPassword = {
  readonly hash: string;
  readonly previousHash: string | null;
  readonly byToken: boolean;
  /** Whether the owner has read a link that was mailed to the address in effect. */
  readonly provesAddress: boolean;
};

/**
 * Stores a password chosen by its owner. The first one proves the address too, which the temporary password was mailed
 * to, and ends the secret word and PIN, which others have chosen. Returns the timestamp, or undefined if the previous hash no longer matches. */
export async function updatePassword(
  db: Db,
  scope: Scope,
  userId: string,
  { hash, previousHash, byToken, provesAddress }: ChosenPassword,
): Promise<string | undefined> {
  const row = await db.first(
    build
      .updateTable('users')
      .set({
        password_hash: hash,
        manual_password: true,
        email_by: sql<null>`case when manual_password and not ${provesAddress}::boolean then email_by end`,
        secret_word_hash: sql<string | null>`case when manual_password then secret_word_hash end`,
        pin_hash: sql<string | null>`case when manual_password then pin_hash end`,
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
      .where('password_hash', 'is not distinct from', previousHash)
      .returning('updated_date as at'),
  );
  return row?.at;
}
