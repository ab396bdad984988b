import type pg from 'pg';
import { listReferringFirst } from '../admin/delete-rows.ts';
import { ConfigurationError } from '../../platform/environment/configuration-error.ts';
import { liftProtection, type Loading } from './loading.ts';
import type { BackupOrganisation } from './manifest.ts';
import { listOrganisationTables } from './tables.ts';

/**
 * Opens a database that other organisations use for the rows of one that is not there. Keys and indexes stay, since creating them again
 * would read the rows of all organisations.
 */
export async function openForOrganisation(client: pg.Client, organisation: BackupOrganisation): Promise<Loading> {
  const { orgId } = organisation;
  const tables = await listOrganisationTables(client);
  const protect = await liftProtection(
    client,
    tables.map(({ name }) => client.escapeIdentifier(name)),
  );
  await ensureAbsent(client, organisation);
  await ensureFree(client, organisation);
  // records about an earlier removal of this organisation; those of the backup come before them
  const { rows: kept } = await client.query<{ record: string }>(
    `with gone as (delete from audit_gaps where org_id = $1 returning id, record)
     select record::text from gone order by id`,
    [orgId],
  );
  return {
    tables,
    checkRows: async () => undefined,
    async protect() {
      await raiseNodeLabels(client, orgId);
      for (const { record } of kept)
        await client.query(
          `insert into audit_gaps (org_id, record) select $1, $2::jsonb
            where not exists (select from audit_gaps where org_id = $1 and record = $2::jsonb)`,
          [orgId, record],
        );
      await protect();
    },
  };
}

/** The signed records about the removal of an organisation stay when it is removed. */
async function ensureAbsent(client: pg.Client, { orgId, name }: BackupOrganisation): Promise<void> {
  for (const table of (await listReferringFirst(client)).toReversed()) {
    if (table === 'audit_gaps') continue;
    const { rows } = await client.query(`select from ${client.escapeIdentifier(table)} where org_id = $1 limit 1`, [
      orgId,
    ]);
    if (rows.length > 0)
      throw new ConfigurationError(
        `The organisation ${name} (${orgId}) is there already (table ${table}), so nothing was written. It can be restored only where it is not.`,
      );
  }
}

/** Throws if another organisation has what no two organisations share. */
async function ensureFree(client: pg.Client, { name, code, hosts, domains }: BackupOrganisation): Promise<void> {
  const { rows } = await client.query<{ kind: string; value: string; owner: string }>(
    `select 'portal host' as kind, h.host as value, n.name as owner from portal_hosts h join nodes n on n.id = h.org_id where h.host = any ($1)
     union all
     select 'domain', d.domain_name, n.name from domains d join nodes n on n.id = d.org_id where d.domain_name = any ($2)
     union all
     select 'code', o.code, n.name from organisations o join nodes n on n.id = o.org_id where o.code = $3`,
    [hosts, domains, code],
  );
  if (rows.length > 0)
    throw new ConfigurationError(
      [
        `The organisation ${name} has what belongs to another one here, so nothing was written:`,
        ...rows.map(({ kind, value, owner }) => `  ${kind} ${value}: ${owner}`),
        'Change it there, and run this again.',
      ].join('\n'),
    );
}

/** New nodes get labels above those of the organisation, which are numbers in base 36. */
async function raiseNodeLabels(client: pg.Client, orgId: string): Promise<void> {
  const { rows } = await client.query<{ label: string }>(
    `select label from (select split_part(tpath, '.', -2) as label from nodes where org_id = $1) own
      order by length(label) desc, label desc limit 1`,
    [orgId],
  );
  await client.query(`select setval('node_labels', greatest(last_value, $1)) from node_labels`, [
    Number.parseInt(rows[0]?.label ?? '0', 36),
  ]);
}
