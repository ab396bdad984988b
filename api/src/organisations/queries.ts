import { normalised } from '@storeward/contract/fields';
import { searchText } from '@storeward/contract/search';
import type { RoleTemplate } from '@storeward/contract/roles/role-templates';
import type { Domain, NewOrganisation, OrganisationChange } from '@storeward/contract/organisations';
import type { PageParams } from '@storeward/contract/paging';
import { sql, type UpdateObject } from 'kysely';
import { countInSubTree, inScope, storeCountBelow } from '../nodes/queries.ts';
import type { Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/database/db.ts';
import { newId } from '../platform/database/ids.ts';
import { searchPattern } from '../platform/database/search-patterns.ts';
import type { Tables } from '../platform/database/tables.gen.ts';

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

/** The domains of an organisation, the default first. */
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

/** One page of all organisations and the total; empty unless the database session acts for the platform. */
export async function listOrganisations(
  db: Db,
  _scope: Scope,
  { search, sort, descending, offset, limit }: PageParams,
): Promise<{ rows: OrganisationListRow[]; total: number }> {
  // a page after the last one returns one row that contains only the total
  type NoOrganisation = { [K in keyof OrganisationListRow]: null };
  const rows = await db.many(sql<(OrganisationListRow | NoOrganisation) & { total: number }>`
    select total, id, name, code, host as url, email_id as "emailId", country, default_language as "defaultLanguage", status,
           logo as "logoURL", store_count as "storeCount", user_count as "userCount", created_date as "createdDate", version
      from organisation_page(${searchPattern(search)}, ${normalised(search)}, ${sort}, ${descending}, ${offset}, ${limit})`);
  return {
    rows: rows.filter((row) => row.id !== null).map(({ total: _, ...row }) => row),
    total: rows[0]?.total ?? 0,
  };
}

const isOrganisation = (scope: Scope, id: string) =>
  sql`${inScope(scope)} and n.id = ${id} and n.node_type = 'ORGANIZATION'`;

/** Whether an organisation is in the scope or, with `fromBelow`, contains the scope. */
export async function hasOrganisation(db: Db, scope: Scope, id: string, fromBelow = false): Promise<boolean> {
  if (fromBelow && scope.lo !== '' && id === scope.orgId) return true;
  return (await db.first(sql`select from nodes n where ${isOrganisation(scope, id)}`)) !== undefined;
}

/** Locks an organisation until the end of the transaction; `exclusive` also blocks all writes to its tree. */
export async function lockOrganisation(db: Db, scope: Scope, id: string, exclusive = false): Promise<void> {
  await db.run(sql`select lock_tree(${exclusive})`);
  await db.run(sql`select from nodes n where ${isOrganisation(scope, id)} for no key update`);
}

type OrganisationDetails = Omit<OrganisationListRow, 'logoURL'> & {
  readonly address: string;
  readonly placeCount: number;
  readonly createdBy: string | null;
  readonly updatedDate: string;
  readonly updatedBy: string | null;
  readonly tpath: string;
};

/** The full organisation with the number of its nodes, stores and users. */
export async function findOrganisation(db: Db, scope: Scope, id: string): Promise<OrganisationDetails | undefined> {
  return db.first(sql<OrganisationDetails>`
    select n.id, n.name, o.code, o.address, o.country, o.email_id as "emailId", o.default_language as "defaultLanguage", n.status, n.tpath,
           (select h.host from portal_hosts h where h.org_id = n.id order by h.is_url desc, h.host limit 1) as url,
           ${countInSubTree('nodes')} - 1 as "placeCount", ${storeCountBelow()} as "storeCount", ${countInSubTree('users')} as "userCount",
           n.created_date as "createdDate", n.created_by as "createdBy", n.updated_date as "updatedDate", n.updated_by as "updatedBy", n.version
      from nodes n join organisations o on o.org_id = n.id where ${isOrganisation(scope, id)}`);
}

/** The actor's own organisation, for users whose scope does not include its root. */
export async function findOrganisationFromBelow(
  db: Db,
  _scope: Scope,
  id: string,
): Promise<OrganisationDetails | undefined> {
  return db.first(sql<OrganisationDetails>`
    select n.id, n.name, o.code, o.address, o.country, o.email_id as "emailId", o.default_language as "defaultLanguage", n.status, n.tpath,
           (select h.host from portal_hosts h where h.org_id = n.id order by h.is_url desc, h.host limit 1) as url,
           n.node_count as "placeCount", n.store_count as "storeCount", n.user_count as "userCount",
           n.created_date as "createdDate", n.created_by as "createdBy", n.updated_date as "updatedDate", n.updated_by as "updatedBy", n.version
      from organisation_figures() n join organisations o on o.org_id = n.id where n.id = ${id}`);
}

/** The logo settings of an organisation, by field. */
export async function findLogos(db: Db, scope: Scope, id: string): Promise<Record<string, unknown>> {
  const rows = await db.many(sql<{ field: string; value: unknown }>`
    select v.field, v.value from setting_values v
     where v.org_id = ${scope.orgId} and v.node_id = ${id} and v.section = 'theme' and v.field in ('logoURL', 'logoURLPortrait')
       and is_current(v) order by v.valid_from`);
  return Object.fromEntries(rows.map(({ field, value }) => [field, value]));
}

/**
 * Inserts the root node of a new organisation; returns its code, or undefined unless the session acts for the platform.
 */
export async function insertOrganisation(
  db: Db,
  _scope: Scope,
  { id, apiKey, proposed, ...input }: NewOrganisation & { id: string; apiKey: string; proposed: string },
): Promise<string | undefined> {
  const { name, address, country, emailId, defaultLanguage } = input;
  const row = await db.first(sql<{ code: string | null }>`
    select create_organisation(${id}, ${name}, ${normalised(name)}, ${input.code || null}, ${proposed}, ${address}, ${country},
      ${emailId}, ${defaultLanguage}, ${apiKey}) as code`);
  return row?.code ?? undefined;
}

/** Stores the search text of a new organisation, whose code the database may have chosen. */
export async function updateSearchText(db: Db, scope: Scope, name: string, code: string): Promise<void> {
  await db.run(
    sql`update nodes set search_text = ${searchText(name, code)} where org_id = ${scope.orgId} and id = ${scope.orgId}`,
  );
}

/** Inserts the initial role of a new organisation; returns its id. */
export async function insertRole(
  db: Db,
  scope: Scope,
  { name, description, level, rights }: Pick<RoleTemplate, 'name' | 'description' | 'level' | 'rights'>,
  userId: string | null,
): Promise<string> {
  const id = newId();
  await db.run(sql`
    insert into roles (id, org_id, name, name_norm, search_text, description, level, access_rights, created_date, created_by, updated_date, updated_by)
    values (${id}, ${scope.orgId}, ${name}, ${normalised(name)}, ${searchText(name, description)}, ${description}, ${level}, ${[...rights]}, clock(), ${userId}, clock(), ${userId})`);
  return id;
}

/** Transfers an uploaded image to a new organisation; returns false if the actor's organisation has not uploaded it. */
export async function transferUpload(db: Db, address: string, organisationId: string): Promise<boolean> {
  const row = await db.first(
    sql<{ transferred: boolean }>`select transfer_upload(${address}, ${organisationId}) as transferred`,
  );
  return row?.transferred === true;
}

/** Inserts the initial theme settings of a new organisation, one row per field. */
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

/** Updates an organisation and its root node. */
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
    search_text: searchText(name, code),
    country,
    email_id: emailId,
  });
}

export async function updateStatus(db: Db, scope: Scope, status: boolean, userId: string): Promise<void> {
  await updateRoot(db, scope, userId, { status });
}

/** Soft-deletes an organisation and releases its hosts and domains. */
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

/** Replaces the domains of an organisation. */
export async function updateDomains(db: Db, scope: Scope, domains: readonly Domain[]): Promise<void> {
  await db.run(build.updateTable('domains').set({ is_default: false }).where('org_id', '=', scope.orgId));
  const names = domains.map(({ domainName }) => domainName);
  await db.run(build.deleteFrom('domains').where('org_id', '=', scope.orgId).where('domain_name', 'not in', names));
  for (const { domainName, isDefault } of domains) {
    const updatedRows = await db.run(
      build
        .updateTable('domains')
        .set({ is_default: isDefault })
        .where('org_id', '=', scope.orgId)
        .where('domain_name', '=', domainName),
    );
    if (updatedRows === 0)
      await db.run(
        build.insertInto('domains').values({ org_id: scope.orgId, domain_name: domainName, is_default: isDefault }),
      );
  }
}

export async function countUsersOfDomains(db: Db, scope: Scope, domains: readonly string[]): Promise<number> {
  if (domains.length === 0) return 0;
  const row = await db.first(sql<{ users: number }>`
    select count(*)::int as users from users
     where org_id = ${scope.orgId} and deleted_date is null and domain_name = any(${[...domains]})`);
  return row?.users ?? 0;
}

/** The node whose theme a host shows; undefined if it shows the organisation's. */
export async function findThemeNode(db: Db, scope: Scope, host: string): Promise<string | undefined> {
  const row = await db.first(sql<{ id: string }>`
    select n.id from portal_hosts h join nodes n on n.org_id = h.org_id and n.id = h.theme_node_id
     where h.org_id = ${scope.orgId} and h.host = ${host} and n.deleted_date is null`);
  return row?.id;
}
