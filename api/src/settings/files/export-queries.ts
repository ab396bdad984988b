import type { SettingMode } from '@storeward/contract/settings/engine/section';
import { sql } from 'kysely';
import { inScope } from '../../nodes/queries.ts';
import type { Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { fieldName } from '../lists/list-queries.ts';

/** The values that a node stores for one section, by field. */
export type ExportRow = {
  readonly code: string;
  readonly name: string;
  readonly storedValues: Readonly<Record<string, { readonly value: unknown; readonly mode: SettingMode }>>;
  /** Of the whole file, in its first row only: its lines, and the fields with a restrictive value. */
  readonly whole: { readonly lineCount: number; readonly restrictedFields: readonly string[] } | null;
};

type ExportedValues = {
  readonly section: string;
  /** Includes nodes without own values. */
  readonly every: boolean;
  /** Only the order of this list and the operations on its rows. */
  readonly list: { readonly field: string; readonly idsPerLine: number } | undefined;
  /** Without a list: only these fields. */
  readonly fields: readonly string[];
  /** If the file would have more lines, at most one node above this limit is read. */
  readonly limit: number;
};

/**
 * A node and all below it with their own values of a section, ancestors first, in parts. One statement, so that what
 * it says of the whole file agrees with the rows.
 */
export function streamForExport(
  db: Db,
  scope: Scope,
  root: { tpath: string },
  { section, every, list, fields, limit }: ExportedValues,
): AsyncGenerator<ExportRow[]> {
  const lineCount = list
    ? sql`(select coalesce(sum(case when jsonb_typeof(o.value -> 'value' -> 'order') = 'array'
             then greatest(1, ceil(jsonb_array_length(o.value -> 'value' -> 'order') / ${list.idsPerLine}::numeric)) else 1 end), 0)
             from exported e cross join jsonb_each(e.stored_values) o)::int`
    : sql`(select count(*) from exported)::int`;
  const query = sql<ExportRow>`
    with exported as materialized (
      select n.code, n.name, n.code_norm, length(n.tpath) - length(replace(n.tpath, '.', '')) as depth,
             coalesce(v.stored_values, '{}'::jsonb) as stored_values from nodes n
        ${every && !list ? sql`left join` : sql`join`} (
          select v.node_id, jsonb_object_agg(v.field, jsonb_build_object('value', v.value, 'mode', v.mode)) as stored_values from setting_values v
           where v.org_id = ${scope.orgId} and v.section = ${section} and is_current(v) and in_sub_tree(v.tpath, ${root.tpath})
             and ${list ? sql`${fieldName} = ${list.field}` : sql`v.field = any(${fields}::text[])`} group by v.node_id) v on v.node_id = n.id
       where ${inScope(scope)} and in_sub_tree(n.tpath, ${root.tpath}) limit ${limit + 1}
    ), whole as materialized (
      select ${lineCount} as line_count, array(select distinct o.key from exported e cross join jsonb_each(e.stored_values) o
         where ${!list} and o.value ->> 'mode' <> 'free') as restricted_fields
    )
    select e.code, e.name, e.stored_values as "storedValues",
           case when row_number() over (order by e.depth, e.code_norm) = 1
             then jsonb_build_object('lineCount', w.line_count, 'restrictedFields', w.restricted_fields) end as whole
      from exported e cross join whole w order by e.depth, e.code_norm`;
  // a node may have the 500 rows of a list
  return db.stream(query, { size: list ? 20 : 500, seconds: 10 });
}
