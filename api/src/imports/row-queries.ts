import type { CellFault, RowOutcome } from '@storeward/contract/imports';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';
import type { WrittenRow } from './kind.ts';
import type { StoredRun } from './queries.ts';

/** A row of a file to be kept: where it stands, what it is known by and what it leans on. */
export type NewRow = {
  readonly row: number;
  readonly cells: readonly string[];
  readonly rank: number;
  readonly key: string;
  readonly leansOn: string;
  /** The record that it is made for. */
  readonly entityId?: string;
};

/** Keeps some rows of a file. */
export async function insertRows(db: Db, scope: Scope, runId: string, rows: readonly NewRow[]): Promise<void> {
  await db.run(sql`
    insert into import_rows (run_id, org_id, row, cells, rank, key, leans_on, entity_id)
    select ${runId}, ${scope.orgId}, (x ->> 'row')::int, array(select jsonb_array_elements_text(x -> 'cells')), (x ->> 'rank')::int,
           x ->> 'key', x ->> 'leansOn', (x ->> 'entityId')::uuid
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) x`);
}

/** Marks the rows that say the same thing twice, and those that lean on one another in a circle. */
export async function markTangled(
  db: Db,
  _scope: Scope,
  runId: string,
  { keyColumn, leanColumn, firstStands = false }: { keyColumn: string; leanColumn: string; firstStands?: boolean },
): Promise<void> {
  const fault = (column: string, messageCode: string) => JSON.stringify([{ column, messageCode }]);
  await db.run(sql`
    update import_rows r set faults = ${fault(keyColumn, 'import.twice')}::jsonb
      from (select key, min(row) as first from import_rows where run_id = ${runId} and key <> '' group by key having count(*) > 1) twice
     where r.run_id = ${runId} and r.key = twice.key${firstStands ? sql` and r.row > twice.first` : sql``}`);
  // what stands there twice is refused already; without it each row leans on one other at most. The rows are read once: looked
  // up one by one, a plan made for an empty table goes through all of them for each
  await db.run(
    sql`
    with recursive mine as materialized (
      select row, key, leans_on from import_rows where run_id = ${runId} and faults is null and leans_on <> ''),
    up as (
      select row as start, key as origin, leans_on as at, 1 as depth from mine
      union all
      select up.start, up.origin, r.leans_on, up.depth + 1 from up join mine r on r.key = up.at
       where up.at <> up.origin and up.depth < 12)
    update import_rows r set faults = ${fault(leanColumn, 'import.circle')}::jsonb
     where r.run_id = ${runId} and r.row = any(array(select distinct start from up where at = origin))`,
    { seconds: 60 },
  );
}

/** A kept row, as the engine works on it. */
export type KeptRow = {
  readonly row: number;
  readonly cells: string[];
  readonly rank: number;
  readonly key: string;
  readonly leansOn: string;
  readonly outcome: RowOutcome | null;
  readonly faults: CellFault[] | null;
  readonly entityId: string | null;
  readonly version: number | null;
  readonly alone: boolean;
};

const keptRow = sql`r.row, r.cells, r.rank, r.key, r.leans_on as "leansOn", r.outcome, r.faults, r.entity_id as "entityId", r.version, r.alone`;

type Cursor = Pick<StoredRun, 'id' | 'cursorRank' | 'cursorRow'>;

/** The rows after the last one worked off; of a file that is being written those that were not found wrong. */
export async function listNextRows(
  db: Db,
  _scope: Scope,
  { id, cursorRank, cursorRow }: Cursor,
  { limit, soundOnly }: { limit: number; soundOnly: boolean },
): Promise<KeptRow[]> {
  return db.many(sql<KeptRow>`
    select ${keptRow} from import_rows r
     where r.run_id = ${id} and (r.rank, r.row) > (${cursorRank ?? -1}::int, ${cursorRow ?? -1}::int)${soundOnly ? sql` and r.outcome is distinct from 'wrong' and not r.written` : sql``}
     order by r.rank, r.row limit ${limit}`);
}

/** The written rows before the last one taken back, last first. */
export async function listRowsToUndo(
  db: Db,
  _scope: Scope,
  { id, cursorRank, cursorRow }: Cursor,
  limit: number,
): Promise<(WrittenRow & { rank: number; alone: boolean })[]> {
  const most = 2_147_483_647;
  return db.many(sql<WrittenRow & { rank: number; alone: boolean }>`
    select r.row, r.rank, r.alone, r.outcome, r.entity_id as "entityId", r.version, r.before from import_rows r
     where r.run_id = ${id} and r.written and r.undone is null
       and (r.rank, r.row) < (${cursorRank ?? most}::int, ${cursorRow ?? most}::int)
     order by r.rank desc, r.row desc limit ${limit}`);
}

/** Rows of a file by what they are known by. */
export async function listRowsByKey(db: Db, _scope: Scope, runId: string, keys: readonly string[]): Promise<KeptRow[]> {
  return db.many(
    sql<KeptRow>`select ${keptRow} from import_rows r where r.run_id = ${runId} and r.key = any(${[...keys]})`,
  );
}

/** What became of a row. */
export type RowResult = {
  readonly row: number;
  readonly outcome: RowOutcome;
  readonly faults: readonly CellFault[];
  readonly entityId: string | null;
  readonly version: number | null;
  readonly alone: boolean;
  readonly before: unknown;
  readonly written: boolean;
};

/** Writes down what became of some rows. */
export async function updateRows(db: Db, _scope: Scope, runId: string, results: readonly RowResult[]): Promise<void> {
  await db.run(sql`
    update import_rows r
       set outcome = x.outcome, faults = x.faults, entity_id = x."entityId", version = x.version, alone = x.alone, before = x.before, written = x.written
      from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
           x(row int, outcome text, faults jsonb, "entityId" uuid, version int, alone boolean, before jsonb, written boolean)
     where r.run_id = ${runId} and r.row = x.row`);
}

/** Writes down which rows were taken back. */
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

/** Which rows of an import are wanted. */
export type RowsWanted = {
  readonly outcome: RowOutcome | 'kept' | undefined;
  /** Whether the import has begun, so that only what is written counts as made or changed. */
  readonly begun: boolean;
  readonly offset: number;
  readonly limit: number;
};

const rowsOf = (runId: string, { outcome, begun }: Pick<RowsWanted, 'outcome' | 'begun'>) =>
  sql`r.run_id = ${runId}${outcome === 'kept' ? sql` and r.undone = 'kept'` : outcome ? sql` and r.outcome = ${outcome}` : sql``}${
    begun && (outcome === 'created' || outcome === 'updated') ? sql` and r.written` : sql``
  }`;

/** The rows of an import in the order of its file. */
export async function listRows(db: Db, _scope: Scope, runId: string, wanted: RowsWanted) {
  return db.many(sql<{
    row: number;
    cells: string[];
    outcome: RowOutcome | null;
    faults: CellFault[];
    kept: boolean;
    written: boolean;
  }>`
    select r.row, r.cells, r.outcome, coalesce(r.faults, '[]') as faults, r.undone is not distinct from 'kept' as kept,
           r.written and r.undone is distinct from 'undone' as written
      from import_rows r where ${rowsOf(runId, wanted)} order by r.row offset ${wanted.offset} limit ${wanted.limit}`);
}

/** How many rows of an import are wanted in all. */
export async function countRows(db: Db, _scope: Scope, runId: string, wanted: RowsWanted): Promise<number> {
  const row = await db.first(
    sql<{ total: number }>`select count(*)::int as total from import_rows r where ${rowsOf(runId, wanted)}`,
  );
  return row?.total ?? 0;
}
