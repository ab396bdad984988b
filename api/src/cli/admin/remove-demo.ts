import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { ConfigurationError } from '../../platform/environment/configuration-error.ts';
import { signRemoval } from '../../audit/removed-organisations.ts';
import { newId } from '../../platform/database/ids.ts';
import type { Environment } from '../../platform/environment/environment.ts';
import { configuredStorage } from '../../platform/files/configured-storage.ts';
import { deleteOrganisations, deleteUser } from './delete-rows.ts';

type Demo = { readonly orgId: string; readonly userId: string | null; readonly name: string };
/** Data of the demo organisations outside the database. */
type Traces = { readonly orgIds: readonly string[]; readonly addresses: string[]; readonly mailIds: string[] };

/**
 * Removes the demo data: its organisations with everything that belongs to them, and its administrator of the platform;
 * the platform too if nobody else uses it. Returns the text to print.
 */
export async function removeDemo(ownerUrl: string, environment: Environment, secretKey: Uint8Array): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined); // the pending query reports a broken connection
  await client.connect();
  try {
    await client.query(`begin; set local lock_timeout = '10s'; set local statement_timeout = 0`);
    const { lines, traces, publish } = await removeRows(client, { environment, secretKey });
    await client.query('commit');
    await publish();
    await removeFiles(traces, environment);
    return lines;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    if ((error as { code?: string }).code === '55P03')
      throw new ConfigurationError(
        'The demo data is in use by a request that takes long. Nothing was removed; stop the portal, or run this again.',
      );
    throw error;
  } finally {
    await client.end();
  }
}

async function removeRows(
  client: pg.Client,
  signing: Parameters<typeof signRemoval>[1],
): Promise<{ lines: string[]; traces: Traces; publish: () => Promise<void> }> {
  const tables = await protectedTables(client);
  // an owner that is no superuser is subject to row-level security too
  for (const table of tables) await client.query(`alter table ${table} no force row level security`);
  const { rows: demo } = await client.query<Demo>(
    `select d.org_id as "orgId", d.user_id as "userId", n.name from demo_data d join nodes n on n.id = d.org_id order by n.name`,
  );
  const removed = demo.filter(({ userId }) => userId === null);
  const platform = demo.find(({ userId }) => userId !== null);
  if (platform && !(await isUsedByOthers(client, platform, removed))) removed.push(platform);
  const kept = platform && !removed.includes(platform) ? platform : undefined;
  const orgIds = removed.map(({ orgId }) => orgId);

  const traces = await tracesOf(client, orgIds, kept?.userId ?? null);
  const { gaps, publish } = await signRemoval(client, signing, orgIds, 'demoDataRemoved');
  await deleteOrganisations(client, orgIds);
  if (kept) {
    await client.query('delete from demo_data where org_id = $1', [kept.orgId]);
    await deleteUser(client, kept.orgId, kept.userId!);
    await recordRemoval(client, kept.orgId, {
      organisations: removed.map(({ name }) => name),
      chains: gaps.map(({ hash }) => hash),
    });
  }
  for (const table of tables) await client.query(`alter table ${table} force row level security`);
  if (demo.length === 0) return { traces, publish, lines: ['This installation holds no demo data.'] };
  return {
    traces,
    publish,
    lines: [
      `Removed the demo data: ${[...removed.map(({ name }) => name), ...(kept ? ['global.admin'] : [])].join(', ')}.`,
      ...gaps.map(({ orgId, through, hash }) => `The audit of ${orgId} ended with entry ${through}, hash ${hash}.`),
      ...(kept ? [] : ['The installation is empty now: npm run admin -- create makes its first administrator.']),
      'If the portal is running, restart it: the warning above its screens then goes.',
    ],
  };
}

/** Whether the platform has other users, or organisations that are no demo data. */
async function isUsedByOthers(client: pg.Client, { orgId, userId }: Demo, demo: readonly Demo[]): Promise<boolean> {
  const { rows } = await client.query<{ used: boolean }>(
    `select exists (select from users where org_id = $1 and id <> $2 and deleted_date is null)
         or exists (select from organisations where org_id <> $1 and org_id <> all ($3)) as used`,
    [orgId, userId, demo.map((one) => one.orgId)],
  );
  return rows[0]!.used;
}

async function tracesOf(client: pg.Client, orgIds: readonly string[], userId: string | null): Promise<Traces> {
  const uploads = await client.query<{ address: string }>('select address from uploads where org_id = any ($1)', [
    orgIds,
  ]);
  const mails = await client.query<{ id: string }>('select id from mails where org_id = any ($1) or user_id = $2', [
    orgIds,
    userId,
  ]);
  return {
    orgIds,
    addresses: uploads.rows.map(({ address }) => address),
    mailIds: mails.rows.map(({ id }) => id),
  };
}

/** Records in the platform's audit what was removed and by which command. */
async function recordRemoval(client: pg.Client, orgId: string, removed: object): Promise<void> {
  await client.query(
    `insert into audit (id, org_id, tpath, at, action, entity, entity_id, before, reason)
     select $1, id, tpath, clock(), 'demo.deleted', 'organisation', id, $3, 'npm run admin -- demo remove' from nodes where id = $2`,
    [newId(), orgId, JSON.stringify(removed)],
  );
}

async function removeFiles({ orgIds, addresses, mailIds }: Traces, environment: Environment): Promise<void> {
  const storage = configuredStorage(environment);
  for (const address of addresses) await storage.delete(address);
  const remove = (...path: string[]) => rm(join(environment.dataDir, ...path), { recursive: true, force: true });
  for (const id of orgIds) await remove('files', id);
  for (const id of mailIds) await remove('outbox', `${id}.eml`);
}

async function protectedTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relforcerowsecurity order by relname`,
  );
  return rows.map(({ name }) => name);
}
