import { createHash } from 'node:crypto';
import { columnWord, faultColumn } from '@storeward/contract/imports';
import { sql } from 'kysely';
import type { Actor, Scope } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';

/** How many mappings of one kind are kept for one person; the one that was used least lately goes first. */
const keptAtMost = 50;

type Owner = { readonly scope: Scope; readonly userId: Actor['userId'] };

/** What a column is known by from one file to the next: its heading, and which of several alike it is. */
function headingsOf(columns: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return columns.map((column) => {
    const word = columnWord(column.trim());
    if (word === '' || word === faultColumn) return '';
    const times = (seen.get(word) ?? 0) + 1;
    seen.set(word, times);
    return times === 1 ? word : `${word} ${times}`;
  });
}

/** In whichever order the columns stand, files with the same headings are alike. */
const markOf = (headings: readonly string[]): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(headings.filter(Boolean).toSorted()))
    .digest();

/** What somebody chose for the columns of a file with these headings the last time; nothing where they never did. */
export async function findMapping(
  db: Db,
  { scope, userId }: Owner,
  kind: string,
  columns: readonly string[],
): Promise<string[] | undefined> {
  const headings = headingsOf(columns);
  const row = await db.first(sql<{ headings: string[]; columns: string[] }>`
    select headings, columns from import_mappings
     where org_id = ${scope.orgId} and user_id = ${userId} and kind = ${kind} and mark = ${markOf(headings)}`);
  if (!row) return undefined;
  const chosen = new Map(row.headings.map((heading, at) => [heading, row.columns[at] ?? '']));
  return headings.map((heading) => chosen.get(heading) ?? '');
}

/** Keeps what somebody chose for files with these headings. */
export async function saveMapping(
  db: Db,
  { scope, userId }: Owner,
  kind: string,
  { columns, mapping }: { columns: readonly string[]; mapping: readonly string[] },
): Promise<void> {
  const headings = headingsOf(columns);
  const told = headings.flatMap((heading, at) => (heading ? [{ heading, column: mapping[at] ?? '' }] : []));
  await db.run(sql`
    insert into import_mappings (org_id, user_id, kind, mark, headings, columns, used_date)
    values (${scope.orgId}, ${userId}, ${kind}, ${markOf(headings)}, ${told.map(({ heading }) => heading)},
      ${told.map(({ column }) => column)}, clock())
      on conflict (org_id, user_id, kind, mark) do update
         set headings = excluded.headings, columns = excluded.columns, used_date = excluded.used_date`);
  await db.run(sql`
    delete from import_mappings where org_id = ${scope.orgId} and user_id = ${userId} and kind = ${kind} and mark not in
      (select mark from import_mappings where org_id = ${scope.orgId} and user_id = ${userId} and kind = ${kind}
        order by used_date desc, mark limit ${keptAtMost})`);
}
