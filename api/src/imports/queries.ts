import { importRowDays, type ImportState } from '@storeward/contract/imports';
import { searchText } from '@storeward/contract/search';
import { sql } from 'kysely';
import type { Actor, Origin, Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/database/db.ts';
import { isFound } from '../platform/database/search-patterns.ts';

export type StoredRun = {
  readonly id: string;
  readonly kind: string;
  readonly fileName: string;
  readonly columns: string[];
  readonly unknownColumns: string[];
  readonly mapping: string[] | null;
  readonly constants: Record<string, string> | null;
  readonly derived: number;
  /** The parameters of a run that has no file. */
  readonly task: Record<string, unknown> | null;
  readonly state: ImportState;
  readonly checked: boolean;
  readonly undoBegun: boolean;
  readonly rowCount: number;
  readonly toDo: number;
  readonly done: number;
  readonly cursorRank: number | null;
  readonly cursorRow: number | null;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly wrong: number;
  readonly undone: number;
  readonly kept: number;
  readonly shiftedPlans: number;
  readonly fault: string | null;
  readonly startedBy: string | null;
  readonly rowsUntil: string | null;
  readonly tpath: string;
  readonly createdDate: string;
  readonly createdBy: string | null;
  readonly updatedDate: string;
  readonly updatedBy: string | null;
  readonly version: number;
};

/** Claims the run that has waited longest and sets the transaction's scope to that of the run; null if none is due. */
export async function claimImport(db: Db): Promise<string | null> {
  return (await db.first(sql<{ claimed: string | null }>`select claim_import() as claimed`))?.claimed ?? null;
}

/** Records a failed step: it is retried later, and the run fails after `maxTries` attempts. */
export async function recordImportFailure(db: Db, runId: string, maxTries: number): Promise<void> {
  await db.run(sql`select record_import_failure(${runId}, ${maxTries})`);
}

const inScope = (scope: Scope, kind: string) =>
  sql`r.org_id = ${scope.orgId} and r.tpath >= ${scope.lo} and r.tpath < ${scope.hi} and r.kind = ${kind}`;

const runColumns = sql`r.id, r.kind, r.file_name as "fileName", r.columns, r.unknown_columns as "unknownColumns", r.mapping, r.constants, r.derived, r.task, r.state, r.checked, r.undo_begun as "undoBegun",
  r.row_count as "rowCount", r.to_do as "toDo", r.done, r.cursor_rank as "cursorRank", r.cursor_row as "cursorRow",
  r.created, r.updated, r.unchanged, r.wrong, r.undone, r.kept, r.shifted_plans as "shiftedPlans", r.fault, r.rows_until as "rowsUntil", r.tpath,
  coalesce(full_name(u.first_name, u.last_name), (select s.name from service_accounts s where s.id = r.created_by)) as "startedBy",
  r.created_date as "createdDate", r.created_by as "createdBy", r.updated_date as "updatedDate", r.updated_by as "updatedBy", r.version`;
const joinCreator = sql`left join users u on u.org_id = r.org_id and u.id = r.created_by`;

/** The stored search text; the name instead until a worker has filled it after an update of the installation. */
const searchedText = sql`case r.search_text when '' then lower(r.file_name) else r.search_text end`;

/** The runs of the scope, newest first. */
export async function listRuns(
  db: Db,
  scope: Scope,
  kind: string,
  { search, offset, limit }: { search: string; offset: number; limit: number },
): Promise<StoredRun[]> {
  return db.many(sql<StoredRun>`
    select ${runColumns} from import_runs r ${joinCreator} where ${inScope(scope, kind)} and ${isFound(searchedText, search)}
     order by r.created_date desc, r.id desc offset ${offset} limit ${limit}`);
}

/** The number of imports that were neither started nor discarded, of the actor and of all users whose imports they see. */
export async function countUnstartedRuns(
  db: Db,
  { scope, userId }: Pick<Actor, 'scope' | 'userId'>,
): Promise<{ user: number; organisation: number }> {
  const row = await db.first(sql<{ user: number; organisation: number }>`
    select count(*) filter (where created_by = ${userId})::int as "user", count(*)::int as organisation
      from import_runs where org_id = ${scope.orgId} and task is null and state in ('checking', 'ready')`);
  return row!;
}

export async function countRuns(db: Db, scope: Scope, kind: string, search: string): Promise<number> {
  const row = await db.first(
    sql<{
      total: number;
    }>`select count(*)::int as total from import_runs r where ${inScope(scope, kind)} and ${isFound(searchedText, search)}`,
  );
  return row?.total ?? 0;
}

export async function findRun(db: Db, scope: Scope, kind: string, id: string): Promise<StoredRun | undefined> {
  return db.first(
    sql<StoredRun>`select ${runColumns} from import_runs r ${joinCreator} where ${inScope(scope, kind)} and r.id = ${id}`,
  );
}

/**
 * Inserts a run without its rows. A run without a file (with a `task`) needs no check and starts in the state
 * `running`.
 */
export async function insertRun(
  db: Db,
  actor: Actor,
  origin: Origin,
  run: Pick<StoredRun, 'id' | 'kind' | 'fileName' | 'columns' | 'unknownColumns'> &
    Partial<Pick<StoredRun, 'task' | 'mapping' | 'constants'>>,
): Promise<void> {
  const { scope, rootNode, userId, sessionId } = actor;
  const { task = null, mapping = null, constants = null } = run;
  await db.run(sql`
    insert into import_runs (id, org_id, node_id, tpath, kind, user_id, assignment_id, session_id, host, address, file_name, search_text, columns,
      unknown_columns, mapping, constants, task, state, checked, row_count, to_do, next_try, rows_until, created_date, created_by, updated_date, updated_by)
    select ${run.id}, ${scope.orgId}, ${rootNode?.id ?? null}, ${scope.lo}, ${run.kind}, ${userId}, a.id, ${sessionId}, ${origin.host},
      ${origin.address}, ${run.fileName}, ${searchText(run.fileName)}, ${run.columns}, ${run.unknownColumns}, ${mapping}::text[], ${constants && JSON.stringify(constants)}::jsonb, ${task && JSON.stringify(task)}::jsonb,
      ${task ? 'running' : 'checking'}, ${task !== null}, 0, 0, clock(),
      clock() + make_interval(days => ${importRowDays}), clock(), ${userId}, clock(), ${userId}
      from ${actingAssignment(actor)} a`);
}

/** The assignment by which the actor acts; a service account is its own. */
const actingAssignment = ({ sessionId, userId, apiKeyPrefix }: Actor) =>
  apiKeyPrefix === undefined
    ? sql`(select own.id from own_assignments(${sessionId}) own where own.acting)`
    : sql`(select ${userId}::uuid as id)`;

/** Sets the row count once all rows are inserted; `derived` of them were added to those of the file. */
export async function updateRowCount(
  db: Db,
  _scope: Scope,
  runId: string,
  rowCount: number,
  derived = 0,
): Promise<void> {
  await db.run(
    sql`update import_runs set row_count = ${rowCount}, to_do = ${rowCount}, derived = ${derived} where id = ${runId}`,
  );
}

/** An update of a run's state, counters and cursor. */
export type RunChange = Partial<
  Pick<
    StoredRun,
    | 'state'
    | 'checked'
    | 'undoBegun'
    | 'toDo'
    | 'done'
    | 'cursorRank'
    | 'cursorRow'
    | 'created'
    | 'updated'
    | 'unchanged'
    | 'wrong'
    | 'undone'
    | 'kept'
    | 'shiftedPlans'
    | 'fault'
    | 'rowCount'
    | 'derived'
  >
>;

/** Updates a run and moves it to the end of the queue. */
export async function updateRun(db: Db, scope: Scope, id: string, change: RunChange): Promise<void> {
  const { toDo, cursorRank, cursorRow, undoBegun, rowCount, shiftedPlans, ...unchangedNames } = change;
  await db.run(
    build
      .updateTable('import_runs')
      .set({
        ...unchangedNames,
        ...(undoBegun === undefined ? {} : { undo_begun: undoBegun }),
        ...(rowCount === undefined ? {} : { row_count: rowCount }),
        ...(shiftedPlans === undefined ? {} : { shifted_plans: shiftedPlans }),
        ...(toDo === undefined ? {} : { to_do: toDo }),
        ...(cursorRank === undefined ? {} : { cursor_rank: cursorRank }),
        ...(cursorRow === undefined ? {} : { cursor_row: cursorRow }),
        tries: 0,
        next_try: sql<string>`clock()`,
        updated_date: sql<string>`clock()`,
        version: sql<number>`version + 1`,
      })
      .where('org_id', '=', scope.orgId)
      .where('id', '=', id),
  );
}

/** Makes the actor the owner of a run if it is still in the state that they have read; returns false otherwise. */
export async function resumeRun(
  db: Db,
  actor: Actor,
  { host, address }: Origin,
  { id, state }: Pick<StoredRun, 'id' | 'state'>,
): Promise<boolean> {
  const { scope, userId, sessionId } = actor;
  const updated = await db.run(sql`
    update import_runs set user_id = ${userId}, session_id = ${sessionId}, host = ${host}, address = ${address}, updated_by = ${userId}, fault = null,
           rows_until = clock() + make_interval(days => ${importRowDays}),
           assignment_id = (select a.id from ${actingAssignment(actor)} a)
     where org_id = ${scope.orgId} and id = ${id} and state = ${state}`);
  return updated === 1;
}

/** Deletes a run that has written nothing. */
export async function deleteRun(db: Db, scope: Scope, id: string): Promise<void> {
  await db.run(sql`delete from import_rows where run_id = ${id}`);
  await db.run(build.deleteFrom('import_runs').where('org_id', '=', scope.orgId).where('id', '=', id));
}

/** Delays the next step by 300 ms without counting a failed attempt. */
export async function postponeRun(db: Db, scope: Scope, id: string): Promise<void> {
  await db.run(
    sql`update import_runs set next_try = clock() + interval '300 milliseconds' where org_id = ${scope.orgId} and id = ${id}`,
  );
}

/** Deletes the rows of a few expired runs; returns the number of runs. */
export async function deleteExpiredRows(db: Db): Promise<number> {
  return (await db.first(sql<{ runs: number }>`select delete_expired_import_rows() as runs`))?.runs ?? 0;
}

/**
 * Discards cached query plans of this connection: a plan made while the tables were nearly empty uses sequential scans
 * and becomes slow once a run has filled them.
 */
export async function discardPlans(db: Db): Promise<void> {
  await db.run(sql`discard plans`);
}

/** Those of the records that are used anywhere in the organisation, so that an undo keeps them although their run created them. */
export async function listInUse(
  db: Db,
  _scope: Scope,
  kind: 'node' | 'product' | 'user',
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.many(sql<{ id: string }>`select id from records_in_use(${kind}, ${[...ids]}) as id`);
  return new Set(rows.map(({ id }) => id));
}
