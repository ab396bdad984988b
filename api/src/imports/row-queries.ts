import type { CellError, RowOutcome } from '@storeward/contract/imports';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import type { NewRow, RunColumns, WrittenRow } from './kind.ts';
import type { StoredRun } from './queries.ts';

export async function insertRows(db: Db, scope: Scope, runId: string, rows: readonly NewRow[]): Promise<void> {
  await db.run(sql`
    insert into import_rows (run_id, org_id, row, cells, rank, key, depends_on, entity_id, derived)
    select ${runId}, ${scope.orgId}, (x ->> 'row')::int, array(select jsonb_array_elements_text(x -> 'cells')), (x ->> 'rank')::int,
           x ->> 'key', x ->> 'dependsOn', (x ->> 'entityId')::uuid, x -> 'derived'
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) x`);
}

/** The maximum number of other rows that an error names. */
const maxNamedRows = 10;

/** Marks all rows with duplicate keys, each with the other rows of its key, and rows with circular dependencies. */
export async function markConflictingRows(
  db: Db,
  _scope: Scope,
  runId: string,
  { key, dependency = key }: RunColumns,
): Promise<void> {
  const errorJson = (column: string, messageCode: string) => JSON.stringify([{ column, messageCode }]);
  await db.run(sql`
    update import_rows r
       set errors = coalesce(r.errors, '[]') || jsonb_build_array(${JSON.stringify({ column: key, messageCode: 'import.twice' })}::jsonb || jsonb_build_object('rows',
             (select jsonb_agg(other order by other) from (select other from unnest(twice.rows) other where other <> r.row
               order by other limit ${maxNamedRows}) named)))
      from (select key, (array_agg(row order by row))[:${maxNamedRows + 1}] as rows from import_rows
             where run_id = ${runId} and key <> '' group by key having count(*) > 1) twice
     where r.run_id = ${runId} and r.key = twice.key`);
  // Rows with duplicate keys are marked already, so each remaining row depends on at most one other. The CTE is
  // materialised because a plan made for an empty table would scan all rows for each lookup.
  await db.run(
    sql`
    with recursive mine as materialized (
      select row, key, depends_on from import_rows where run_id = ${runId} and errors is null and depends_on <> ''),
    up as (
      select row as start, key as origin, depends_on as at, 1 as depth from mine
      union all
      select up.start, up.origin, r.depends_on, up.depth + 1 from up join mine r on r.key = up.at
       where up.at <> up.origin and up.depth < 12)
    update import_rows r set errors = coalesce(r.errors, '[]') || ${errorJson(dependency, 'import.circle')}::jsonb
     where r.run_id = ${runId} and r.row = any(array(select distinct start from up where at = origin))`,
    { seconds: 60 },
  );
}

export type StoredRow = {
  readonly row: number;
  readonly cells: string[];
  readonly rank: number;
  readonly key: string;
  readonly dependsOn: string;
  readonly outcome: RowOutcome | null;
  readonly faults: CellError[] | null;
  readonly entityId: string | null;
  readonly version: number | null;
  readonly exclusive: boolean;
  readonly derived: Record<string, string> | null;
};

// cells as JSON, which is parsed many times faster than an array
const rowColumns = sql`r.row, to_json(r.cells) as cells, r.rank, r.key, r.depends_on as "dependsOn", r.outcome, r.errors as faults, r.entity_id as "entityId", r.version, r.exclusive, r.derived`;

type Cursor = Pick<StoredRun, 'id' | 'cursorRank' | 'cursorRow'>;

/** The rows after the cursor; `validOnly` omits rows that the check rejected or that are written already. */
export async function listNextRows(
  db: Db,
  _scope: Scope,
  { id, cursorRank, cursorRow }: Cursor,
  { limit, validOnly }: { limit: number; validOnly: boolean },
): Promise<StoredRow[]> {
  return db.many(sql<StoredRow>`
    select ${rowColumns} from import_rows r
     where r.run_id = ${id} and (r.rank, r.row) > (${cursorRank ?? -1}::int, ${cursorRow ?? -1}::int)${validOnly ? sql` and r.outcome is distinct from 'wrong' and not r.written` : sql``}
     order by r.rank, r.row limit ${limit}`);
}

/** The written rows before the cursor, last first. */
export async function listRowsToUndo(
  db: Db,
  _scope: Scope,
  { id, cursorRank, cursorRow }: Cursor,
  limit: number,
): Promise<(WrittenRow & { rank: number; exclusive: boolean })[]> {
  const maxInteger = 2_147_483_647;
  return db.many(sql<WrittenRow & { rank: number; exclusive: boolean }>`
    select r.row, r.rank, r.exclusive, r.outcome, r.entity_id as "entityId", r.version, r.before from import_rows r
     where r.run_id = ${id} and r.written and r.undone is null
       and (r.rank, r.row) < (${cursorRank ?? maxInteger}::int, ${cursorRow ?? maxInteger}::int)
     order by r.rank desc, r.row desc limit ${limit}`);
}

export async function listRowsByKey(
  db: Db,
  _scope: Scope,
  runId: string,
  keys: readonly string[],
): Promise<StoredRow[]> {
  return db.many(
    sql<StoredRow>`select ${rowColumns} from import_rows r where r.run_id = ${runId} and r.key = any(${[...keys]})`,
  );
}

/** The result of checking or writing a row. */
export type RowResult = {
  readonly row: number;
  readonly outcome: RowOutcome;
  readonly faults: readonly CellError[];
  readonly entityId: string | null;
  readonly version: number | null;
  readonly exclusive: boolean;
  readonly before: unknown;
  readonly written: boolean;
};

export async function updateRows(db: Db, _scope: Scope, runId: string, results: readonly RowResult[]): Promise<void> {
  await db.run(sql`
    update import_rows r
       set outcome = x.outcome, errors = x.faults, entity_id = x."entityId", version = x.version, exclusive = x.exclusive, before = x.before, written = x.written
      from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
           x(row int, outcome text, faults jsonb, "entityId" uuid, version int, exclusive boolean, before jsonb, written boolean)
     where r.run_id = ${runId} and r.row = x.row`);
}

export async function updateUndone(
  db: Db,
  _scope: Scope,
  runId: string,
  results: readonly { row: number; undone: string }[],
): Promise<void> {
  await db.run(sql`
    update import_rows r set undone = x.undone from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) x(row int, undone text)
     where r.run_id = ${runId} and r.row = x.row`);
}

/** Filters the rows of a run. */
export type RowFilter = {
  readonly outcome: RowOutcome | 'kept' | undefined;
  /** Whether the run has been started, so that only written rows count as created or updated. */
  readonly isStarted: boolean;
  readonly offset: number;
  readonly limit: number;
};

const matchesFilter = (runId: string, { outcome, isStarted }: Pick<RowFilter, 'outcome' | 'isStarted'>) =>
  sql`r.run_id = ${runId}${outcome === 'kept' ? sql` and r.undone = 'kept'` : outcome ? sql` and r.outcome = ${outcome}` : sql``}${
    isStarted && (outcome === 'created' || outcome === 'updated') ? sql` and r.written` : sql``
  }`;

/** The rows of a run in file order. */
export async function listRows(db: Db, _scope: Scope, runId: string, filter: RowFilter) {
  return db.many(sql<{
    row: number;
    cells: string[];
    outcome: RowOutcome | null;
    faults: CellError[];
    kept: boolean;
    written: boolean;
    derived: Record<string, string> | null;
  }>`
    select r.row, r.cells, r.derived, r.outcome, coalesce(r.errors, '[]') as faults, r.undone is not distinct from 'kept' as kept,
           r.written and r.undone is distinct from 'undone' as written
      from import_rows r where ${matchesFilter(runId, filter)} order by r.row offset ${filter.offset} limit ${filter.limit}`);
}

export async function countRows(db: Db, _scope: Scope, runId: string, filter: RowFilter): Promise<number> {
  const row = await db.first(
    sql<{ total: number }>`select count(*)::int as total from import_rows r where ${matchesFilter(runId, filter)}`,
  );
  return row?.total ?? 0;
}
