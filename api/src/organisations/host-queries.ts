import { type RawBuilder, sql } from 'kysely';
import type { NodeId } from '@storeward/contract/nodes';
import type { PortalHost } from '@storeward/contract/organisations/portal-hosts';
import { includingHidden, inScope } from '../nodes/queries.ts';
import type { Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/database/db.ts';

/** A stored host, without the name of the node whose theme it shows. */
export type StoredHost = Pick<PortalHost, 'hostName' | 'isPrimary' | 'themeNodeId'>;

/** The hosts of an organisation, the primary one first; the name of a node is null if the reader does not see it. */
export async function listHosts(db: Db, scope: Scope): Promise<(StoredHost & Pick<PortalHost, 'themeNodeName'>)[]> {
  return db.many(sql<StoredHost & Pick<PortalHost, 'themeNodeName'>>`
    select h.host as "hostName", h.is_url as "isPrimary", h.theme_node_id as "themeNodeId", n.name as "themeNodeName"
      from portal_hosts h left join nodes n on n.org_id = h.org_id and n.id = h.theme_node_id and n.deleted_date is null
     where h.org_id = ${scope.orgId} order by h.is_url desc, h.host`);
}

/** The given hosts that belong to another organisation. */
export async function findTakenHosts(db: Db, scope: Scope, hosts: readonly string[]): Promise<string[]> {
  const rows = await db.many(sql<{ host: string }>`
    select host from unnest(${[...hosts]}::text[]) host where organisation_of_host(host) <> ${scope.orgId}`);
  return rows.map(({ host }) => host);
}

/** The number of the given nodes that exist in the scope. */
export async function countNodes(db: Db, scope: Scope, ids: readonly NodeId[]): Promise<number> {
  const row = await db.first(sql<{ nodes: number }>`
    select count(*)::int as nodes from nodes n where ${inScope(scope)} and n.id = any(${[...ids]}::uuid[])`);
  return row?.nodes ?? 0;
}

/** Replaces the hosts of an organisation. */
export async function updateHosts(db: Db, scope: Scope, hosts: readonly StoredHost[]): Promise<void> {
  await db.run(build.updateTable('portal_hosts').set({ is_url: false }).where('org_id', '=', scope.orgId));
  const names = hosts.map(({ hostName }) => hostName);
  await db.run(build.deleteFrom('portal_hosts').where('org_id', '=', scope.orgId).where('host', 'not in', names));
  for (const { hostName, isPrimary, themeNodeId } of hosts) {
    const columns = { is_url: isPrimary, theme_node_id: themeNodeId };
    const updatedRows = await db.run(
      build.updateTable('portal_hosts').set(columns).where('org_id', '=', scope.orgId).where('host', '=', hostName),
    );
    if (updatedRows === 0)
      await db.run(build.insertInto('portal_hosts').values({ ...columns, host: hostName, org_id: scope.orgId }));
  }
}

/** SQL condition: no mail of the kinds that a link `l` belongs to is queued; its link is built with the host of then. */
const isMailed = (kinds: RawBuilder<unknown>) => sql`
  not exists (select from mails m where m.org_id = l.org_id and m.user_id = l.user_id and m.next_try is not null
                and m.created_date >= l.created_date and ${kinds})`;

/**
 * Invalidates all mailed links, to choose a password and about e-mail addresses: they contain a host that may soon
 * belong to another organisation.
 */
export async function invalidateMailedLinks(db: Db, scope: Scope): Promise<void> {
  const aboutAddresses = sql`m.kind = case l.purpose when 'confirm' then 'emailConfirmation' else 'emailChange' end`;
  const forPasswords = sql`m.kind not in ('emailConfirmation', 'emailChange')`;
  await includingHidden(db, async () => {
    await db.run(sql`
      update reset_tokens l set replaced_date = clock()
       where l.org_id = ${scope.orgId} and l.used_date is null and l.replaced_date is null and l.way <> 'secretWord'
         and ${isMailed(forPasswords)}`);
    await db.run(sql`
      update email_links l set expires_date = clock()
       where l.org_id = ${scope.orgId} and l.used_date is null and l.expires_date > clock() and ${isMailed(aboutAddresses)}`);
  });
}
