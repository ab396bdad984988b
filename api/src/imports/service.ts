import { type ImportEndpoints, importLimits, type ImportRun } from '@storeward/contract/imports';
import { pageParams } from '@storeward/contract/paging';
import { insertAudit } from '../audit/queries.ts';
import type { Actor } from '../platform/actor.ts';
import type { Context, Service, AuthenticatedTransaction } from '../platform/http/pipeline/context.ts';
import { ensure } from '../platform/errors.ts';
import { omit } from '../platform/omit.ts';
import { newId } from '../platform/database/ids.ts';
import type { GeneratedRun, NewRow, RunKind } from './kind.ts';
import { importAbilities, mayUndo } from './policy.ts';
import * as queries from './queries.ts';
import * as rowQueries from './row-queries.ts';
import { matchColumns } from './column-matching.ts';
import { findMapping, saveMapping } from './mapping-queries.ts';
import { readColumns, parseHeader, readTable, type TableHeader } from './table.ts';
import { branchCollector, insertDerivedRows } from './derived-rows.ts';
import { codeSeries, renewTakenCodes, seriesOf } from './series.ts';
import { parseConstants, rowValues } from './row-values.ts';

/** The import kind, a callback that wakes the engine, and how many imports may be uploaded without being started. */
type ImportDependencies = {
  readonly kind: RunKind;
  readonly wake: () => void;
  readonly limits: { readonly user: number; readonly organisation: number };
};

const maxBatchRows = 1_000;
/** Also flushes a batch at this size, however few rows it has. */
const maxBatchCharacters = 1_000_000;

/** Returns a function that inserts a run without a file; its rows are written without a check. */
export const createRunStarter =
  ({ kind, wake }: ImportDependencies) =>
  async (context: Context, { name, columns, task, rows: generated }: GeneratedRun): Promise<ImportRun> => {
    const { db, actor, origin } = context;
    const id = newId();
    const rows = generated.map(({ id: entityId, cells, key = entityId, rank = 0 }, index) => ({
      row: index + 1,
      cells,
      rank,
      key,
      dependsOn: '',
      entityId,
    }));
    await queries.insertRun(db, actor, origin, {
      id,
      kind: kind.name,
      fileName: name,
      columns,
      unknownColumns: [],
      task,
    });
    for (let from = 0; from < rows.length; from += maxBatchRows)
      await rowQueries.insertRows(db, actor.scope, id, rows.slice(from, from + maxBatchRows));
    await queries.updateRowCount(db, actor.scope, id, rows.length);
    const run = await queries.findRun(db, actor.scope, kind.name, id);
    if (!run) throw new Error('the inserted run is not visible in its own scope');
    await recordAudit(context, run, 'import.started');
    context.afterCommit(async () => wake());
    return toImportRun(actor, kind, run);
  };

/** The service of the endpoints of one import kind. */
export function importsService({ kind, wake, limits }: ImportDependencies): Service<ImportEndpoints> {
  const runInScope = async ({ db, actor }: Pick<Context, 'db' | 'actor'>, id: string) => {
    const run = await queries.findRun(db, actor.scope, kind.name, id);
    ensure(run, 'import.unknown');
    return run;
  };

  /** Changes the state of a run and makes the actor its owner. */
  async function resume(
    context: Context,
    run: queries.StoredRun,
    change: queries.RunChange,
    action: `import.${string}`,
  ) {
    const { db, actor } = context;
    ensure(await queries.resumeRun(db, actor, context.origin, run), 'import.notNow');
    await queries.updateRun(db, actor.scope, run.id, change);
    await recordAudit(context, run, action);
    context.afterCommit(async () => wake());
    return toImportRun(actor, kind, await runInScope(context, run.id));
  }

  return {
    async list({ db, actor }, { query }) {
      const page = pageParams(query, 'createdDate:desc');
      ensure(page.cursor === undefined, 'input.badCursor'); // this list supports page numbers only
      const [runs, total] = await Promise.all([
        queries.listRuns(db, actor.scope, kind.name, page),
        queries.countRuns(db, actor.scope, kind.name, page.search),
      ]);
      return { result: runs.map((run) => toImportRun(actor, kind, run)), total };
    },

    async create({ finalTransaction }, { query, file }) {
      const bytes = await file();
      const run = await finalTransaction(async ({ db, actor, origin }) => {
        ensureOrganisationUser(actor);
        const waiting = await queries.countUnstartedRuns(db, actor);
        ensure(waiting.user < limits.user && waiting.organisation < limits.organisation, 'import.tooManyWaiting');
        const id = newId();
        const { fileName, columns } = query;
        const constants = parseConstants(query.constants);
        const mapping = columns?.split(',') ?? null;
        await stageFile({ db, actor, origin }, { id, fileName, bytes, mapping, constants });
        return toImportRun(actor, kind, await runInScope({ db, actor }, id));
      });
      wake();
      return run;
    },

    async head({ transaction }, { file }) {
      const bytes = await file();
      return transaction(async ({ db, actor }) => {
        ensureOrganisationUser(actor);
        const columns = await readColumns(bytes, kind.columns);
        return matchColumns(columns, kind.columns, await findMapping(db, actor, kind.name, columns));
      });
    },

    get: async (context, { params }) => toImportRun(context.actor, kind, await runInScope(context, params.id)),

    async rows(context, { params, query }) {
      const { db, actor } = context;
      const { page = 0, size = 25, outcome } = query;
      const { id, state, constants } = await runInScope(context, params.id);
      // once the run is started, planned rows no longer count as created or updated
      const isStarted = state !== 'checking' && state !== 'ready';
      const filter = { outcome, isStarted, offset: page * size, limit: size };
      const { column } = seriesOf(kind, constants) ?? {};
      const [rows, total] = await Promise.all([
        rowQueries.listRows(db, actor.scope, id, filter),
        rowQueries.countRows(db, actor.scope, id, filter),
      ]);
      const result = rows.map(({ derived, ...row }) => {
        const code = column === undefined ? undefined : derived?.[column];
        return code === undefined || row.row < 0 ? row : { ...row, code };
      });
      return { result, total };
    },

    async start(context, { params }) {
      const run = await runInScope(context, params.id);
      ensure(importAbilities(run).start, 'import.notNow', { current: toImportRun(context.actor, kind, run) });
      const { state, rowCount, wrong } = run;
      if (state === 'ready') await renewTakenCodes({ ...context, kind }, run);
      const noProgress = { created: 0, updated: 0, unchanged: 0, done: 0, cursorRank: null, cursorRow: null };
      const reset = state === 'ready' ? { ...noProgress, toDo: rowCount - wrong } : {};
      // a failed check resumes as a check
      const nextState = run.checked ? 'running' : 'checking';
      return resume(context, run, { ...reset, state: nextState }, 'import.started');
    },

    async stop(context, { params }) {
      const run = await runInScope(context, params.id);
      ensure(importAbilities(run).stop, 'import.notNow', { current: toImportRun(context.actor, kind, run) });
      return resume(context, run, { state: 'stopped' }, 'import.stopped');
    },

    async undo(context, { params }) {
      const run = await runInScope(context, params.id);
      ensure(importAbilities(run).undo && isUndoable(kind, run), 'import.notNow', {
        current: toImportRun(context.actor, kind, run),
      });
      ensure(mayUndo(context.actor, kind, run), 'import.undoRight', { current: toImportRun(context.actor, kind, run) });
      const { created, updated, undone, kept } = run;
      const toDo = created + updated - undone - kept;
      const change = { state: 'undoing', undoBegun: true, toDo, done: 0, cursorRank: null, cursorRow: null } as const;
      return resume(context, run, change, 'import.undone');
    },

    async discard(context, { params }) {
      const run = await runInScope(context, params.id);
      ensure(importAbilities(run).discard, 'import.notNow', { current: toImportRun(context.actor, kind, run) });
      ensure(await queries.resumeRun(context.db, context.actor, context.origin, run), 'import.notNow');
      await queries.deleteRun(context.db, context.actor.scope, run.id);
      await recordAudit(context, run, 'import.discarded');
      return toImportRun(context.actor, kind, run);
    },
  };

  /** Parses a file and inserts its rows; any error rolls back the whole run. */
  async function stageFile(
    { db, actor, origin }: AuthenticatedTransaction,
    { id, fileName, bytes, mapping, constants }: StagedFile,
  ): Promise<void> {
    let header: TableHeader | undefined;
    const series = seriesOf(kind, constants);
    const nextCode = series && codeSeries({ db, actor, kind }, series.first);
    const branches = kind.levels && branchCollector(kind.levels);
    let rowCount = 0;
    let batch: NewRow[] = [];
    let batchCharacters = 0;
    const flush = async () => {
      await rowQueries.insertRows(db, actor.scope, id, await withRanks(batch));
      rowCount += batch.length;
      batch = [];
      batchCharacters = 0;
    };
    const withRanks = async (rows: readonly NewRow[]) => {
      const ranks = await kind.listRanks?.(
        db,
        actor.scope,
        rows.map(({ key }) => key),
      );
      return ranks ? rows.map((row) => ({ ...row, rank: ranks.get(row.key) ?? row.rank })) : rows;
    };
    for await (const line of readTable(bytes)) {
      if (!header) {
        header = parseHeader(line.cells, kind.columns, mapping, constants);
        const { columns, unknown: unknownColumns } = header;
        const run = {
          id,
          kind: kind.name,
          fileName,
          columns,
          unknownColumns,
          mapping: mapping && [...mapping],
          constants,
        };
        await queries.insertRun(db, actor, origin, run);
        continue;
      }
      ensure(rowCount + batch.length < importLimits.rows, 'import.tooManyRows');
      const derived = series && nextCode && { [series.column]: await nextCode() };
      const values = rowValues({ ...line, ...(derived && { derived }) }, header);
      // only kinds that parse rows have an endpoint for files
      const row = { ...line, ...kind.parseRow!(values), ...(derived && { derived }) };
      branches?.add(line, row, values, header);
      batch.push(row);
      batchCharacters += line.cells.reduce((sum, cell) => sum + cell.length, 0);
      if (batch.length === maxBatchRows || batchCharacters > maxBatchCharacters) await flush();
    }
    await flush();
    ensure(rowCount > 0, 'import.empty');
    const derived =
      kind.levels && branches && header ? await insertDerivedRows({ db, actor }, id, kind.levels, branches, header) : 0;
    await queries.updateRowCount(db, actor.scope, id, rowCount + derived, derived);
    // a machine states its mapping each time
    if (mapping && header && actor.apiKeyPrefix === undefined)
      await saveMapping(db, actor, kind.name, { columns: header.columns, mapping, constants });
  }
}

type StagedFile = {
  readonly id: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly mapping: readonly string[] | null;
  readonly constants: Record<string, string>;
};

/** Global users cannot import files: a file belongs to one organisation. */
const ensureOrganisationUser = ({ rootNode }: Actor) =>
  ensure(rootNode && rootNode.nodeType !== 'GLOBAL', 'import.notGlobal');

/** Maps a stored run to the response, with the actions available to the reader. */
function toImportRun(actor: Actor, kind: RunKind, run: queries.StoredRun): ImportRun {
  const can = importAbilities(run);
  const internal = ['kind', 'checked', 'cursorRank', 'cursorRow', 'tpath', 'undoBegun'] as const;
  return {
    ...omit(run, internal),
    can: { ...can, undo: can.undo && mayUndo(actor, kind, run) },
  };
}

const isUndoable = (kind: RunKind, run: queries.StoredRun): boolean => kind.undoPermissions(run) !== undefined;

async function recordAudit(
  { db, actor, origin }: Pick<Context, 'db' | 'actor' | 'origin'>,
  { id, tpath, fileName, rowCount }: queries.StoredRun,
  action: `import.${string}`,
): Promise<void> {
  const { userId: actorId, sessionId } = actor;
  const after = { fileName, rowCount };
  await insertAudit(db, actor.scope, origin, {
    action,
    entity: 'import',
    entityId: id,
    tpath,
    actorId,
    sessionId,
    after,
    runId: id,
  });
}
