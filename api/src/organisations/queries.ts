import { normalised } from '@storeward/contract/fields';
import type { Domain, NewOrganisation, OrganisationChange } from '@storeward/contract/organisations';
import type { PageWanted } from '@storeward/contract/paging';
import { sql, type UpdateObject } from 'kysely';
import { below, stores, within } from '../nodes/queries.ts';
import type { Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import { containing } from '../platform/paged.ts';
import type { Tables } from '../platform/tables.gen.ts';

/** An organisation as the list shows it. */
export type OrganisationListRow = {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly url: string | null;
  readonly emailId: string;
  readonly country: string;
  readonly defaultLanguage: string;
  readonly status: boolean;
  readonly logoURL: unknown;
  readonly storeCount: number;
  readonly userCount: number;
  readonly createdDate: string;
  readonly version: number;
};

/** The domains of an organisation, the usual one first. */
export async function listDomains(db: Db, scope: Scope): Promise<Domain[]> {
  return db.many(
    build
      .selectFrom('domains')
      .select(['domain_name as domainName', 'is_default as isDefault'])
      .where('org_id', '=', scope.orgId)
      .orderBy('is_default', 'desc')
      .orderBy('domain_name'),
  );
}

/** One page of the organisations of the platform, and how many there are; none for whoever does not act from above. */
export async function listOrganisations(
  db: Db,
  _scope: Scope,
  { search, sort, descending, offset, limit }: PageWanted,
): Promise<{ rows: OrganisationListRow[]; total: number }> {
  const pattern = search ? containing(normalised(search)) : null;
  const rows = await db.many(sql<{ [K in keyof OrganisationListRow]: OrganisationListRow[K] } & { total: number }>`
    select total, id, name, code, host as url, email_id as "emailId", country, default_language as "defaultLanguage", status,
           logo as "logoURL", store_count as "storeCount", user_count as "userCount", created_date as "createdDate", version
      from list_organisations(${pattern}, ${sort}, ${descending}, ${offset}, ${limit})`);
  return {
    // a page behind the last one tells no more than how many there are
    rows: rows.filter(({ id }) => id !== null).map(({ total: _, ...row }) => row),
    total: rows[0]?.total ?? 0,
  };
}

const theOne = (scope: Scope, id: string) => sql`${within(scope)} and n.id = ${id} and n.node_type = 'ORGANIZATION'`;

/** Whether there is such an organisation in the scope. */
export async function hasOrganisation(db: Db, scope: Scope, id: string): Promise<boolean> {
  return (await db.first(sql`select from nodes n where ${theOne(scope, id)}`)) !== undefined;
}

/** Keeps an organisation as it is until the change at hand is stored; `alone` also keeps out whoever writes into its tree. */
export async function lockOrganisation(db: Db, scope: Scope, id: string, alone = false): Promise<void> {
  await db.run(sql`select hold_structure(${alone})`);
  await db.run(sql`select from nodes n where ${theOne(scope, id)} for no key update`);
}

type Details = Omit<OrganisationListRow, 'logoURL'> & {
  readonly address: string;
  readonly placeCount: number;
  readonly createdBy: string | null;
  readonly updatedDate: string;
  readonly updatedBy: string | null;
  readonly tpath: string;
};

/** One organisation with all that is stored of it, and how much it holds. */
export async function findOrganisation(db: Db, scope: Scope, id: string): Promise<Details | undefined> {
  return db.first(sql<Details>`
    select n.id, n.name, o.code, o.address, o.country, o.email_id as "emailId", o.default_language as "defaultLanguage", n.status, n.tpath,
           (select h.host from portal_hosts h where h.org_id = n.id order by h.is_url desc, h.host limit 1) as url,
           (select count(*)::int - 1 from nodes s where s.org_id = n.org_id and s.deleted_date is null and ${below(sql`s.tpath`)}) as "placeCount",
           ${stores()} as "storeCount",
           (select count(*)::int from users u where u.org_id = n.org_id and u.deleted_date is null and ${below(sql`u.tpath`)}) as "userCount",
           n.created_date as "createdDate", n.created_by as "createdBy", n.updated_date as "updatedDate", n.updated_by as "updatedBy", n.version
      from nodes n join organisations o on o.org_id = n.id where ${theOne(scope, id)}`);
}

/** The caller's own organisation as it is told to those who work below its top. */
export async function findOrganisationAbove(db: Db, _scope: Scope, id: string): Promise<Details | undefined> {
  return db.first(sql<Details>`
    select n.id, n.name, o.code, o.address, o.country, o.email_id as "emailId", o.default_language as "defaultLanguage", n.status, n.tpath,
           (select h.host from portal_hosts h where h.org_id = n.id order by h.is_url desc, h.host limit 1) as url,
           n.place_count as "placeCount", n.store_count as "storeCount", n.user_count as "userCount",
           n.created_date as "createdDate", n.created_by as "createdBy", n.updated_date as "updatedDate", n.updated_by as "updatedBy", n.version
      from organisation_told() n join organisations o on o.org_id = n.id where n.id = ${id}`);
}

/** The values of the look that an organisation's portals have, by field. */
export async function findLogos(db: Db, scope: Scope, id: string): Promise<Record<string, unknown>> {
  const rows = await db.many(sql<{ field: string; value: unknown }>`
    select field, value from setting_values
     where org_id = ${scope.orgId} and node_id = ${id} and section = 'theme' and field in ('logoURL', 'logoURLPortrait')
       and ended_date is null and valid_from <= clock() and (valid_until is null or valid_until > clock()) order by valid_from`);
  return Object.fromEntries(rows.map(({ field, value }) => [field, value]));
}

/** Writes the root of a new organisation; answers its code, and nothing where the caller does not act from above. */
export async function insertOrganisation(
  db: Db,
  _scope: Scope,
  { id, apiKey, proposed, ...input }: NewOrganisation & { id: string; apiKey: string; proposed: string },
): Promise<string | undefined> {
  const { name, address, country, emailId, defaultLanguage } = input;
  const row = await db.first(sql<{ code: string | null }>`
    select found_organisation(${id}, ${name}, ${normalised(name)}, ${input.code || null}, ${proposed}, ${address}, ${country},
      ${emailId}, ${defaultLanguage}, ${apiKey}) as code`);
  return row?.code ?? undefined;
}

/** Writes a role that a new organisation comes with; answers its id. */
export async function insertRole(
  db: Db,
  scope: Scope,
  { name, description, rights }: { name: string; description: string; rights: readonly string[] },
  userId: string,
): Promise<string> {
  const id = newId();
  await db.run(sql`
    insert into roles (id, org_id, name, name_norm, description, level, access_rights, created_date, created_by, updated_date, updated_by)
    values (${id}, ${scope.orgId}, ${name}, ${normalised(name)}, ${description}, 'ORGANIZATION', ${[...rights]}, clock(), ${userId}, clock(), ${userId})`);
  return id;
}

/** Hands a picture that was uploaded here to an organisation that is being made; false where nobody here has uploaded it. */
export async function handUpload(db: Db, address: string, to: string): Promise<boolean> {
  const row = await db.first(sql<{ handed: boolean }>`select hand_upload(${address}, ${to}) as handed`);
  return row?.handed === true;
}

/** Writes the look that a new organisation begins with, value by value. */
export async function insertTheme(
  db: Db,
  scope: Scope,
  values: Readonly<Record<string, unknown>>,
  userId: string,
): Promise<void> {
  for (const [field, value] of Object.entries(values)) {
    await db.run(sql`
      insert into setting_values (id, org_id, node_id, tpath, section, field, value, valid_from, created_date, created_by)
      values (${newId()}, ${scope.orgId}, ${scope.orgId}, ${scope.lo}, 'theme', ${field}, ${JSON.stringify(value)}::jsonb, clock(), clock(), ${userId})`);
  }
}

/** Writes what was filled in about an organisation, both on its own row and on its place in the tree. */
export async function updateOrganisation(
  db: Db,
  scope: Scope,
  {
    code,
    ...input
  }: Pick<OrganisationChange, 'name' | 'country' | 'emailId' | 'defaultLanguage'> & {
    address: string;
    code: string;
  },
  userId: string,
): Promise<void> {
  const { name, address, country, emailId, defaultLanguage } = input;
  await db.run(
    build
      .updateTable('organisations')
      .set({ address, country, email_id: emailId, default_language: defaultLanguage })
      .where('org_id', '=', scope.orgId),
  );
  await updateRoot(db, scope, userId, {
    name,
    name_norm: normalised(name),
    search_text: normalised(`${name} ${code}`),
    country,
    email_id: emailId,
  });
}

/** Opens an organisation or closes it. */
export async function updateStatus(db: Db, scope: Scope, status: boolean, userId: string): Promise<void> {
  await updateRoot(db, scope, userId, { status });
}

/** Takes an organisation away; the hosts and domains it had are free for another one. */
export async function deleteOrganisation(db: Db, scope: Scope, userId: string): Promise<void> {
  await db.run(build.deleteFrom('portal_hosts').where('org_id', '=', scope.orgId));
  await db.run(build.deleteFrom('domains').where('org_id', '=', scope.orgId));
  await updateRoot(db, scope, userId, { deleted_date: sql<string>`clock()` });
}

async function updateRoot(db: Db, scope: Scope, userId: string, columns: UpdateObject<Tables, 'nodes'>): Promise<void> {
  await db.run(
    build
      .updateTable('nodes')
      .set({
        ...columns,
        updated_date: sql<string>`clock()`,
        updated_by: userId,
        version: sql<number>`version + 1`,
      })
      .where('org_id', '=', scope.orgId)
      .where('id', '=', scope.orgId)
      .where('deleted_date', 'is', null),
  );
}

/** Serves the portal under this host from now on, in place of the one before; further hosts stay. */
export async function updateUrl(db: Db, scope: Scope, host: string): Promise<void> {
  await db.run(
    build
      .deleteFrom('portal_hosts')
      .where('org_id', '=', scope.orgId)
      .where('is_url', '=', true)
      .where('host', '<>', host),
  );
  const known = await db.run(
    build.updateTable('portal_hosts').set({ is_url: true }).where('org_id', '=', scope.orgId).where('host', '=', host),
  );
  if (known === 0) await db.run(build.insertInto('portal_hosts').values({ host, org_id: scope.orgId, is_url: true }));
}

/** Gives an organisation these domains and no others. */
export async function updateDomains(db: Db, scope: Scope, domains: readonly Domain[]): Promise<void> {
  await db.run(build.updateTable('domains').set({ is_default: false }).where('org_id', '=', scope.orgId));
  const names = domains.map(({ domainName }) => domainName);
  await db.run(build.deleteFrom('domains').where('org_id', '=', scope.orgId).where('domain_name', 'not in', names));
  for (const { domainName, isDefault } of domains) {
    const known = await db.run(
      build
        .updateTable('domains')
        .set({ is_default: isDefault })
        .where('org_id', '=', scope.orgId)
        .where('domain_name', '=', domainName),
    );
    if (known === 0)
      await db.run(
        build.insertInto('domains').values({ org_id: scope.orgId, domain_name: domainName, is_default: isDefault }),
      );
  }
}

/** How many users sign in with one of these domains. */
export async function countSigningIn(db: Db, scope: Scope, domains: readonly string[]): Promise<number> {
  if (domains.length === 0) return 0;
  const row = await db.first(sql<{ users: number }>`
    select count(*)::int as users from users
     where org_id = ${scope.orgId} and deleted_date is null and domain_name = any(${[...domains]})`);
  return row?.users ?? 0;
}
