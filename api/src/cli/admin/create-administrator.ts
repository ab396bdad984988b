import { randomBytes } from 'node:crypto';
import { errors, isErrorCode } from '@storeward/contract/errors';
import { emailKey, normalised } from '@storeward/contract/fields';
import { FirstAdministrator } from '@storeward/contract/organisations';
import { administratorRole, roleTemplates } from '@storeward/contract/roles/role-templates';
import { sql } from 'kysely';
import pg from 'pg';
import { insertAudit } from '../../audit/queries.ts';
import { insertAdministrator } from '../../organisations/administrator-queries.ts';
import { insertRole } from '../../organisations/queries.ts';
import { newSecret } from '../../platform/security/link-secrets.ts';
import { insertToken } from '../../passwords/reset/token-queries.ts';
import type { Origin, Scope } from '../../platform/actor.ts';
import { ConfigurationError } from '../../platform/environment/configuration-error.ts';
import { type Db, openDatabase } from '../../platform/database/db.ts';
import { newId } from '../../platform/database/ids.ts';
import { findOrganisation, type FoundOrganisation } from './organisation-lookup.ts';

/** An administrator of the organisation with this code or name, else of the whole installation. */
export type NewOperatorAdministrator = FirstAdministrator & { readonly organisation?: string };

const linkMinutes = 60;
const reason = 'npm run admin -- create';
const origin: Origin = {
  host: '',
  address: '',
  device: '',
  browser: false,
  cookies: {},
  apiKey: undefined,
  idleSeconds: undefined,
  impersonationId: undefined,
};

/**
 * Creates an administrator and a link to choose their password; returns the text to print. An existing one who has
 * never chosen a password gets another link. Writes with the application's database role, so that a defect cannot
 * affect another organisation.
 */
export async function createAdministrator(
  { ownerUrl, appUrl }: { readonly ownerUrl: string; readonly appUrl: string },
  publicUrl: string,
  { organisation: code, ...administrator }: NewOperatorAdministrator,
): Promise<string[]> {
  const found = await asOwner(ownerUrl, (owner) => findOrganisation(owner, code));
  const database = openDatabase({ connectionString: appUrl }, { connections: 1 });
  try {
    return await database.transaction(async (db) => {
      await db.run(sql`select pg_advisory_xact_lock(5742918368)`);
      const organisation = found ?? (await createPlatform(db));
      const scope = await enter(db, organisation);
      const { id, isNew } = await findOrInsertUser(db, scope, organisation, administrator);
      const { secret, hash } = newSecret();
      await insertToken(db, scope, { userId: id, tokenHash: hash, way: 'administrator', minutes: linkMinutes });
      const entry = { entity: 'user', entityId: id, tpath: organisation.tpath, actorId: null, reason } as const;
      if (isNew) await insertAudit(db, scope, origin, { ...entry, action: 'user.created', after: administrator });
      await insertAudit(db, scope, origin, { ...entry, action: 'user.invited' });
      const url = new URL(`/resetPassword/${secret}`, publicUrl);
      if (organisation.host) url.hostname = organisation.host;
      return [
        `${administrator.userName} ${isNew ? 'is now' : 'is already'} an administrator of ${organisation.isGlobal ? 'the whole installation' : organisation.name}.`,
        'Open this link within an hour to choose the password; it works once:',
        `  ${url.href}`,
      ];
    });
  } finally {
    await database.close();
  }
}

/** Throws `ConfigurationError` for values that the portal rejects as well. */
export function checkAdministrator(input: FirstAdministrator): FirstAdministrator {
  const { data, error } = FirstAdministrator.safeParse(input);
  if (data) return data;
  const options: Record<string, string> = {
    userName: '--username',
    emailId: '--email',
    firstName: '--first-name',
    lastName: '--last-name',
  };
  const lines = error.issues.map(
    ({ path, message }) => `  ${options[String(path[0])]}: ${isErrorCode(message) ? errors[message].text : message}`,
  );
  throw new ConfigurationError(`The administrator cannot be made:\n${lines.join('\n')}`);
}

/** Creates the platform above all organisations, which an empty installation lacks. */
async function createPlatform(db: Db): Promise<FoundOrganisation> {
  const id = newId();
  const row = await db.first<{ tpath: string }>(sql`select node_label(nextval('node_labels')) || '.' as tpath`);
  const organisation = { id, name: 'Global', tpath: row!.tpath, isGlobal: true, host: null, domainName: '' };
  const scope = await enter(db, organisation);
  await db.run(sql`
    insert into nodes (id, org_id, tpath, node_type, name, name_norm, code, code_norm, search_text)
    values (${id}, ${id}, ${organisation.tpath}, 'GLOBAL', 'Global', 'global', 'GLOBAL', 'global', ' global global')`);
  await db.run(
    sql`insert into organisations (org_id, code, api_key) values (${id}, 'GLOBAL', ${randomBytes(20).toString('hex')})`,
  );
  await insertAudit(db, scope, origin, {
    action: 'organisation.created',
    entity: 'organisation',
    entityId: id,
    tpath: organisation.tpath,
    actorId: null,
    reason,
    after: { name: 'Global', code: 'GLOBAL' },
  });
  return organisation;
}

/** Sets the scope of the transaction to an organisation. */
async function enter(db: Db, { id, tpath }: FoundOrganisation): Promise<Scope> {
  const hi = `${tpath.slice(0, -1)}/`;
  await db.run(sql`select set_config('app.org', ${id}, true), set_config('app.lo', ${tpath}, true),
    set_config('app.hi', ${hi}, true), set_config('app.user', '', true)`);
  return { orgId: id, lo: tpath, hi, whole: true } as Scope;
}

async function findOrInsertUser(
  db: Db,
  scope: Scope,
  { isGlobal, domainName, name }: FoundOrganisation,
  administrator: FirstAdministrator,
): Promise<{ id: string; isNew: boolean }> {
  const { userName, emailId } = administrator;
  const existing = await db.first<{ id: string; emailId: string; isWaiting: boolean }>(sql`
    select id, email_id as "emailId", password_hash is null and status
             and exists (select from assignments a join roles r on r.org_id = a.org_id and r.id = a.role_id
                          where a.org_id = u.org_id and a.user_id = u.id and a.node_id = u.org_id
                            and r.access_rights @> ${[...templateFor(isGlobal).rights]}) as "isWaiting"
      from users u where org_id = ${scope.orgId} and user_name_norm = ${normalised(userName)}
       and domain_name = ${domainName} and deleted_date is null`);
  if (existing?.isWaiting && emailKey(existing.emailId) === emailKey(emailId)) return { id: existing.id, isNew: false };
  if (existing)
    throw new ConfigurationError(
      `${isGlobal ? 'The installation' : name} has a user ${userName} already. Choose another --username.`,
    );
  const id = newId();
  const roleId = await findOrInsertRole(db, scope, isGlobal);
  await insertAdministrator(
    db,
    scope,
    { ...administrator, id, roleId, domainName },
    { userId: null, assignmentUntil: null },
  );
  return { id, isNew: true };
}

const templateFor = (isGlobal: boolean) => (isGlobal ? roleTemplates[0] : administratorRole);

/** A role with all rights of an administrator, or a new one with an unused name. */
async function findOrInsertRole(db: Db, scope: Scope, isGlobal: boolean): Promise<string> {
  const template = templateFor(isGlobal);
  const roles = await db.many<{ id: string; name: string; isWhole: boolean }>(sql`
    select id, name_norm as name, status and level = ${template.level} and access_rights @> ${[...template.rights]} as "isWhole"
      from roles where org_id = ${scope.orgId} and deleted_date is null order by created_date, id`);
  const whole = roles.find(({ isWhole }) => isWhole);
  if (whole) return whole.id;
  const names = Array.from({ length: roles.length + 1 }, (_, index) => template.name + (index ? ` ${index + 1}` : ''));
  const name = names.find((candidate) => !roles.some((role) => role.name === normalised(candidate)))!;
  const id = await insertRole(db, scope, { ...template, name }, null);
  const { level, description, rights } = template;
  const after = { name, description, level, rights };
  await insertAudit(db, scope, origin, {
    action: 'role.created',
    entity: 'role',
    entityId: id,
    tpath: scope.lo,
    actorId: null,
    reason,
    after,
  });
  return id;
}

async function asOwner<T>(ownerUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined); // the pending query reports a broken connection
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
