import { createHash } from 'node:crypto';
import { columnKey, errorColumn } from '@storeward/contract/imports';
import { sql } from 'kysely';
import type { Actor, Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';

/** The least recently used mappings beyond this limit are deleted, per user and import kind. */
const maxMappingsPerUser = 50;

type Owner = { readonly scope: Scope; readonly userId: Actor['userId'] };

/** The known column of each column of a file, and the values for all of its rows. */
export type StoredMapping = {
  readonly mapping: readonly string[];
  readonly constants: Readonly<Record<string, string>>;
};

/** Keys that identify the columns across files: the normalised header, numbered if it repeats. */
function headingKeys(columns: readonly string[]): string[] {
  const countByKey = new Map<string, number>();
  return columns.map((column) => {
    const key = columnKey(column.trim());
    if (key === '' || key === errorColumn) return '';
    const occurrence = (countByKey.get(key) ?? 0) + 1;
    countByKey.set(key, occurrence);
    return occurrence === 1 ? key : `${key} ${occurrence}`;
  });
}

/** A digest of the headers, independent of column order. */
const headingsDigest = (headings: readonly string[]): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(headings.filter(Boolean).toSorted()))
    .digest();

/** The mapping that the user last chose for these headers; undefined if there is none. */
export async function findMapping(
  db: Db,
  { scope, userId }: Owner,
  kind: string,
  columns: readonly string[],
): Promise<StoredMapping | undefined> {
  const headings = headingKeys(columns);
  const row = await db.first(sql<{ headings: string[]; columns: string[]; constants: Record<string, string> | null }>`
    select headings, columns, constants from import_mappings
     where org_id = ${scope.orgId} and user_id = ${userId} and kind = ${kind} and headings_hash = ${headingsDigest(headings)}`);
  if (!row) return undefined;
  const columnByHeading = new Map(row.headings.map((heading, index) => [heading, row.columns[index] ?? '']));
  const mapping = headings.map((heading) => columnByHeading.get(heading) ?? '');
  return { mapping, constants: row.constants ?? {} };
}

/** Stores the user's mapping for these headers. */
export async function saveMapping(
  db: Db,
  { scope, userId }: Owner,
  kind: string,
  { columns, mapping, constants }: StoredMapping & { readonly columns: readonly string[] },
): Promise<void> {
  const headings = headingKeys(columns);
  const entries = headings.flatMap((heading, index) => (heading ? [{ heading, column: mapping[index] ?? '' }] : []));
  await db.run(sql`
    insert into import_mappings (org_id, user_id, kind, headings_hash, headings, columns, constants, used_date)
    values (${scope.orgId}, ${userId}, ${kind}, ${headingsDigest(headings)}, ${entries.map(({ heading }) => heading)},
      ${entries.map(({ column }) => column)}, ${JSON.stringify(constants)}::jsonb, clock())
      on conflict (org_id, user_id, kind, headings_hash) do update
         set headings = excluded.headings, columns = excluded.columns, constants = excluded.constants, used_date = excluded.used_date`);
  await db.run(sql`
    delete from import_mappings where org_id = ${scope.orgId} and user_id = ${userId} and kind = ${kind} and headings_hash not in
      (select headings_hash from import_mappings where org_id = ${scope.orgId} and user_id = ${userId} and kind = ${kind}
        order by used_date desc, headings_hash limit ${maxMappingsPerUser})`);
}
