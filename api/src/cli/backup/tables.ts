import { createHash } from 'node:crypto';
import type pg from 'pg';
import { listReferringFirst } from '../admin/delete-rows.ts';

/** A table with its columns except those that are computed, in the order in which they are copied. */
export type TableColumns = {
  readonly name: string;
  readonly columns: readonly string[];
  /** The number that the database gives each row, which orders them; null if there is none. */
  readonly rowNumber: string | null;
};

export type Sequence = { readonly name: string; readonly value: string; readonly called: boolean };

/** The rows of one organisation in one table, with a checksum that does not depend on their order. */
export type TableChecksum = {
  readonly orgId: string;
  readonly table: string;
  readonly rows: number;
  readonly sum: string;
};

/** The rows of one organisation in all tables; rows that belong to none have an empty id. */
export type OrganisationChecksum = { readonly orgId: string; readonly rows: number; readonly checksum: string };

/** The settings on which the text of a value depends. */
export const textSettings = `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1`;

/** Written by the migrations, and compared instead of copied. */
const ofTheMigrations = ['migrations', 'release'];

export async function listTables(client: pg.Client): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attname) as columns,
            min(a.attname::text) filter (where a.attidentity <> '') as "rowNumber"
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
      group by c.relname order by c.relname`,
    [ofTheMigrations],
  );
  return rows;
}

/**
 * Rows of sessions, which impersonations tie to those of another organisation: an administrator of the platform sees the portal as a
 * user of this one. Without them, nobody is signed in after a restore. Responses that are kept for repeated requests are of such users too.
 */
const ofSessions = ['sessions', 'impersonations', 'idempotency_keys'];

/**
 * The tables of which the backup of one organisation has its rows, each after those that it refers to. Tables without an organisation
 * belong to the installation. Row numbers are left out, since other organisations use the same ones.
 */
export async function listOrganisationTables(client: pg.Client): Promise<TableColumns[]> {
  const tables = new Map((await listTables(client)).map((table) => [table.name, table]));
  return (await listReferringFirst(client))
    .toReversed()
    .filter((name) => !ofSessions.includes(name))
    .map((name) => tables.get(name)!)
    .map((table) => ({ ...table, columns: table.columns.filter((column) => column !== table.rowNumber) }));
}

/** Selects the rows of a table, or only those of one organisation. */
export function rowsOf(client: pg.Client, { name, rowNumber, ...table }: TableColumns, orgId?: string): string {
  const condition = orgId ? ` where org_id = ${client.escapeLiteral(orgId)}` : '';
  const order = rowNumber ? ` order by ${client.escapeIdentifier(rowNumber)}` : '';
  return `select ${columnList(client, table)} from ${client.escapeIdentifier(name)}${condition}${order}`;
}

export async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows: names } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of names) {
    const { rows } = await client.query<Omit<Sequence, 'name'>>(
      `select last_value::text as value, is_called as called from ${client.escapeIdentifier(name)}`,
    );
    sequences.push({ name, ...rows[0]! });
  }
  return sequences;
}

/** The columns of a table, quoted for SQL. */
export const columnList = (client: pg.Client, { columns }: Pick<TableColumns, 'columns'>): string =>
  columns.map((column) => client.escapeIdentifier(column)).join(', ');

/** The checksums of all organisations in these tables, or only those of one. */
export async function checksumsOf(
  client: pg.Client,
  tables: readonly TableColumns[],
  orgId?: string,
): Promise<TableChecksum[]> {
  const checksums: TableChecksum[] = [];
  for (const table of tables) {
    const organisation = table.columns.includes('org_id') ? `coalesce(org_id::text, '')` : `''`;
    const { rows } = await client.query<{ orgId: string; rows: string; sum: string }>(
      `select ${organisation} as "orgId", count(*) as rows, sum(('x' || left(md5(row(${columnList(client, table)})::text), 16))::bit(64)::bigint)::text as sum
         from ${client.escapeIdentifier(table.name)}${orgId ? ` where org_id = ${client.escapeLiteral(orgId)}` : ''} group by 1 order by 1`,
    );
    checksums.push(...rows.map((row) => ({ ...row, rows: Number(row.rows), table: table.name })));
  }
  return checksums;
}

export function organisationChecksums(checksums: readonly TableChecksum[]): OrganisationChecksum[] {
  const byOrganisation = Map.groupBy(checksums, ({ orgId }) => orgId);
  return [...byOrganisation]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([orgId, own]) => ({
      orgId,
      rows: own.reduce((total, { rows }) => total + rows, 0),
      checksum: createHash('sha256')
        .update(JSON.stringify(own.map(({ table, rows, sum }) => [table, rows, sum])))
        .digest('hex'),
    }));
}
