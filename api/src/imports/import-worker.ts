import type { ErrorCode } from '@storeward/contract/errors';
import type { RowOutcome } from '@storeward/contract/imports';
import { insertAudit } from '../audit/queries.ts';
import type { Actor, Scope } from '../platform/actor.ts';
import type { Job, Authenticator } from '../platform/http/pipeline/context.ts';
import type { Database, Db } from '../platform/database/db.ts';
import { workerLoop, type WorkerLoop } from '../platform/worker-loop.ts';
import { mapInSlices } from '../platform/time-slices.ts';
import { cellErrors, withDetails } from './cell-errors.ts';
import type { FileRow, ImportContext, ParsedRow, RowPlan, RunKind } from './kind.ts';
import { mayUndo } from './policy.ts';
import * as queries from './queries.ts';
import * as rowQueries from './row-queries.ts';
import { dropUnusedRows } from './derived-row-queries.ts';
import { isDerivedRow, rowValues } from './row-values.ts';
import { parseHeader } from './table.ts';

export type ImportWorkerDependencies = {
  readonly database: Database;
  /** Claims the next due run, with the transaction's scope set to that of the user who started it. */
  readonly claimJob: Authenticator['claimJob'];
  readonly kinds: readonly RunKind[];
  readonly warn: (fields: object, message: string) => void;
};

const pollMilliseconds = 2_000;
const maxTries = 4;
/**
 * How many rows one transaction checks, writes or undoes, so that it holds its locks no longer than a page request
 * would.
 */
const batchRows = 500;

/** Creates the worker loop. Runs interrupted by a crash are resumed by the first poll. */
export function importWorker({ database, claimJob, kinds, warn }: ImportWorkerDependencies): WorkerLoop {
  return workerLoop(step, {
    name: 'imports',
    intervalMs: pollMilliseconds,
    onError: (error) => warn({ err: error }, 'polling for import runs failed'),
  });

  /** Processes one batch of the run that has waited longest; returns false if none is due. */
  async function step(): Promise<boolean> {
    let job: Job | undefined;
    try {
      return await database.transaction(async (db) => {
        job = await claimJob(db);
        if (!job) return false;
        await queries.discardPlans(db);
        await processRun(db, job);
        return true;
      });
    } catch (error) {
      const { run } = job ?? {};
      if (!run) throw error;
      warn({ err: error, import: run }, 'import step failed and will be retried');
      await database.transaction((db) => queries.recordImportFailure(db, run, maxTries));
      return true;
    }
  }

  async function processRun(db: Db, { run: runId, kind: name, host, address, scope, actor }: Job): Promise<void> {
    const kind = kinds.find((candidate) => candidate.name === name);
    const run = kind && (await queries.findRun(db, scope, name, runId));
    if (!kind || !run) throw new Error(`unknown import kind or missing run: ${name}`);
    const origin = {
      host,
      address,
      device: '',
      browser: false,
      cookies: {},
      apiKey: undefined,
      idleSeconds: undefined,
      impersonationId: undefined,
    };
    if (!actor) return end({ db, scope, origin }, run, { state: 'failed', fault: 'import.personGone' });
    const context = { db, actor, origin, runId, writing: run.state === 'running', task: run.task };
    const steps = { checking: check, running: write, undoing: undo };
    await steps[run.state as keyof typeof steps](context, kind, run);
  }
}

/** Plans a batch of rows without changing any records. */
async function check(context: ImportContext, kind: RunKind, run: queries.StoredRun): Promise<void> {
  const { db, actor } = context;
  if (run.cursorRank === null) await rowQueries.markConflictingRows(db, actor.scope, run.id, kind.columns);
  const rows = sameRank(await rowQueries.listNextRows(db, actor.scope, run, { limit: batchRows, validOnly: false }));
  if (rows.length === 0) {
    const dropped = run.derived > 0 ? await dropUnusedRows(db, actor.scope, run.id) : 0;
    return queries.updateRun(db, actor.scope, run.id, {
      state: 'ready',
      checked: true,
      ...(dropped > 0 && {
        rowCount: run.rowCount - dropped,
        derived: run.derived - dropped,
        created: run.created - dropped,
      }),
    });
  }
  const plans = await planRows(context, kind, run, rows);
  const results = rows.map(({ row }, index) => ({
    row,
    ...plans[index]!,
    change: undefined,
    before: null,
    written: false,
  }));
  await rowQueries.updateRows(db, actor.scope, run.id, results);
  await queries.updateRun(db, actor.scope, run.id, {
    ...addedCounts(run, plans),
    ...advancedCursor(run, rows),
    shiftedPlans: plans.reduce((sum, plan) => sum + (plan.shiftedPlans ?? 0), run.shiftedPlans),
  });
}

/**
 * Writes a batch of rows. Each is planned again, so current permissions apply and changes made since the check are
 * never overwritten.
 */
async function write(context: ImportContext, kind: RunKind, run: queries.StoredRun): Promise<void> {
  const { db, actor } = context;
  const { scope } = actor;
  const next = await rowQueries.listNextRows(db, scope, run, { limit: batchRows, validOnly: true });
  const rows = untilFirstMove(sameRank(next), kind);
  if (rows.length === 0) return end({ ...context, scope }, run, { state: 'done' });
  const exclusive = rows.some((row) => row.exclusive);
  if (!(await lock(context, kind, exclusive))) return queries.postponeRun(db, scope, run.id);
  const plans = (await planRows(context, kind, run, rows)).map((plan, index) => rejectIfChanged(plan, rows[index]!));
  const valid = plans.flatMap((plan, index) =>
    plan.outcome === 'created' || plan.outcome === 'updated' ? [{ at: index, change: plan.change }] : [],
  );
  const written = await kind.apply(
    context,
    valid.map(({ change }) => change),
  );
  const writtenByIndex = new Map(valid.map(({ at }, index) => [at, written[index]!]));
  const results = rows.map(({ row }, index) => {
    const { change: _, ...plan } = plans[index]!;
    const writtenRecord = writtenByIndex.get(index);
    return { row, ...plan, before: null, ...writtenRecord, written: writtenRecord !== undefined };
  });
  await rowQueries.updateRows(db, scope, run.id, results);
  await queries.updateRun(db, scope, run.id, { ...addedCounts(run, plans), ...advancedCursor(run, rows) });
}

type EndContext = Pick<ImportContext, 'db' | 'origin'> & { readonly scope: Scope; readonly actor?: Actor };

/** Ends a run that is finished or cannot go on, with an audit entry. */
async function end(
  { db, origin, scope, actor }: EndContext,
  { id, tpath, fileName, rowCount }: queries.StoredRun,
  change: { readonly state: 'done' } | { readonly state: 'failed'; readonly fault: ErrorCode },
): Promise<void> {
  await queries.updateRun(db, scope, id, change);
  await insertAudit(db, scope, origin, {
    action: change.state === 'done' ? 'import.finished' : 'import.failed',
    entity: 'import',
    entityId: id,
    tpath,
    actorId: actor?.userId ?? null,
    after: { fileName, rowCount },
    ...('fault' in change && { reason: change.fault }),
    runId: id,
  });
}

/** Undoes a batch of rows in reverse order. */
async function undo(context: ImportContext, kind: RunKind, run: queries.StoredRun): Promise<void> {
  const { db, actor } = context;
  const rows = untilFirstMove(sameRank(await rowQueries.listRowsToUndo(db, actor.scope, run, batchRows)), kind);
  if (rows.length === 0) return queries.updateRun(db, actor.scope, run.id, { state: 'undone' });
  if (!mayUndo(actor, kind, run))
    return end({ ...context, scope: actor.scope }, run, { state: 'failed', fault: 'import.undoRight' });
  if (!(await lock(context, kind, true))) return queries.postponeRun(db, actor.scope, run.id);
  const outcomes = await kind.undo(context, rows);
  const results = rows.map(({ row }, index) => ({ row, undone: outcomes[index]! }));
  await rowQueries.updateUndone(db, actor.scope, run.id, results);
  const undoneCount = outcomes.filter((result) => result === 'undone').length;
  await queries.updateRun(db, actor.scope, run.id, {
    undone: run.undone + undoneCount,
    kept: run.kept + outcomes.length - undoneCount,
    ...advancedCursor(run, rows),
  });
}

const lock = async (context: ImportContext, kind: RunKind, exclusive: boolean) =>
  (await kind.lock?.(context, exclusive)) ?? true;

/** The leading rows of equal rank: rows that others depend on have a lower rank and are processed first. */
function sameRank<R extends { rank: number }>(rows: readonly R[]): R[] {
  return rows.filter(({ rank }) => rank === rows[0]?.rank);
}

/** Cuts the batch after the first row that moves a subtree: such a move needs the exclusive lock and can be large. */
function untilFirstMove<R extends { rank: number; exclusive: boolean }>(
  rows: readonly R[],
  { leafRank }: RunKind,
): R[] {
  const moveIndex = rows.findIndex(({ exclusive, rank }) => exclusive && rank !== leafRank);
  return rows.slice(0, moveIndex === -1 ? rows.length : moveIndex + 1);
}

async function planRows(
  context: ImportContext,
  kind: RunKind,
  { id, columns, mapping, constants }: queries.StoredRun,
  rows: readonly rowQueries.StoredRow[],
): Promise<RowPlan<unknown>[]> {
  const header = parseHeader(columns, { known: kind.columns.known }, mapping, constants ?? {});
  const { known } = header;
  const rowsByKey = async (keys: readonly string[]) => {
    const matches = await rowQueries.listRowsByKey(context.db, context.actor.scope, id, keys);
    return new Map<string, FileRow>(
      matches.map((match) => [match.key, { cells: rowValues(match, header), outcome: match.outcome }]),
    );
  };
  const parsedRows = await mapInSlices(
    rows,
    ({ row, key, dependsOn, cells, faults, entityId, derived }): ParsedRow => ({
      row,
      key,
      dependsOn,
      cells: rowValues({ row, cells, derived }, header),
      faults:
        kind.parseRow === undefined
          ? []
          : isDerivedRow(row)
            ? (faults ?? [])
            : [...(faults ?? []), ...cellErrors(cells, columns, known)],
      entityId,
    }),
  );
  const plans = await kind.plan(context, parsedRows, rowsByKey);
  return plans.map((plan, index) =>
    plan.faults.length === 0
      ? plan
      : {
          ...plan,
          faults: withDetails(plan.faults, parsedRows[index]!.cells),
          outcome: 'wrong',
          exclusive: false,
          change: undefined,
        },
  );
}

/** Rejects a row whose outcome, record or version differs from the check. */
function rejectIfChanged(plan: RowPlan<unknown>, checked: rowQueries.StoredRow): RowPlan<unknown> {
  const { outcome, entityId, version, exclusive } = plan;
  if (outcome === 'wrong' || outcome === 'unchanged' || checked.outcome === null) return plan;
  const isUnchanged = outcome === checked.outcome && entityId === checked.entityId && version === checked.version;
  if (isUnchanged && (!exclusive || checked.exclusive)) return plan;
  return {
    ...plan,
    outcome: 'wrong',
    faults: [{ column: null, messageCode: 'import.changedSince' }],
    change: undefined,
  };
}

function addedCounts(run: queries.StoredRun, plans: readonly RowPlan<unknown>[]): queries.RunChange {
  const countOf = (outcome: RowOutcome) => run[outcome] + plans.filter((plan) => plan.outcome === outcome).length;
  return {
    created: countOf('created'),
    updated: countOf('updated'),
    unchanged: countOf('unchanged'),
    wrong: countOf('wrong'),
  };
}

function advancedCursor(run: queries.StoredRun, rows: readonly { rank: number; row: number }[]): queries.RunChange {
  const last = rows.at(-1)!;
  return { done: run.done + rows.length, cursorRank: last.rank, cursorRow: last.row };
}
