import { type ImportDoors, importLimits, type ImportRun } from '@storeward/contract/imports';
import { cellMeaning } from '@storeward/contract/csv';
import { pageWanted } from '@storeward/contract/paging';
import { insertAudit } from '../audit/queries.ts';
import type { Actor } from '../platform/actor.ts';
import type { Context, Service, SignedTransaction } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { ImportKind } from './kind.ts';
import { importAbilities, mayUndo } from './policy.ts';
import * as queries from './queries.ts';
import * as rowQueries from './row-queries.ts';
import { offeredFor } from './guess.ts';
import { findMapping, saveMapping } from './mapping-queries.ts';
import { readColumns, readHead, readTable, type TableHead, type TableRow } from './table.ts';

/** What imports stand on: the kind, and a word to the engine that there is work. */
export type ImportParts = { readonly kind: ImportKind; readonly nudge: () => void };

const stagedAtOnce = 1_000;
/** However few rows they are. */
const stagedLetters = 1_000_000;

/** What is done without a file: what it is called, its columns, what was asked for, and its rows. */
export type MadeHere = {
  readonly name: string;
  readonly columns: string[];
  readonly task: Record<string, unknown>;
  readonly rows: readonly rowQueries.NewRow[];
};

/** Begins what is done without a file: the server has made its rows, and they are written right away. */
export const beginner =
  ({ kind, nudge }: ImportParts) =>
  async (context: Context, { name, columns, task, rows }: MadeHere): Promise<ImportRun> => {
    const { db, actor, origin } = context;
    const id = newId();
    await queries.insertRun(db, actor, origin, {
      id,
      kind: kind.name,
      fileName: name,
      columns,
      unknownColumns: [],
      task,
    });
    for (let from = 0; from < rows.length; from += stagedAtOnce)
      await rowQueries.insertRows(db, actor.scope, id, rows.slice(from, from + stagedAtOnce));
    await queries.updateRowCount(db, actor.scope, id, rows.length);
    const run = await queries.findRun(db, actor.scope, kind.name, id);
    if (!run) throw new Error('what was begun is told by whoever began it');
    await writeDown(context, run, 'import.started');
    context.afterCommit(async () => nudge());
    return shownTo(actor, kind, run);
  };

/** The imports of one kind: taking files, telling how far they are, letting them go on. */
export function importsService({ kind, nudge }: ImportParts): Service<ImportDoors> {
  const runInScope = async ({ db, actor }: Pick<Context, 'db' | 'actor'>, id: string) => {
    const run = await queries.findRun(db, actor.scope, kind.name, id);
    demand(run, 'import.unknown');
    return run;
  };

  /** Lets an import go on in the name of whoever asks. */
  async function goOn(context: Context, run: queries.StoredRun, change: queries.RunChange, action: `import.${string}`) {
    const { db, actor } = context;
    demand(await queries.resumeRun(db, actor, context.origin, run), 'import.notNow');
    await queries.updateRun(db, actor.scope, run.id, change);
    await writeDown(context, run, action);
    context.afterCommit(async () => nudge());
    return shownTo(actor, kind, await runInScope(context, run.id));
  }

  return {
    async list({ db, actor }, { query }) {
      const wanted = pageWanted(query, 'createdDate:desc');
      demand(wanted.cursor === undefined, 'input.badCursor'); // imports come page by page only
      const [runs, total] = await Promise.all([
        queries.listRuns(db, actor.scope, kind.name, wanted),
        queries.countRuns(db, actor.scope, kind.name, wanted.search),
      ]);
      return { result: runs.map((run) => shownTo(actor, kind, run)), total };
    },

    async create({ lastTransaction }, { query, file }) {
      const bytes = await file();
      const run = await lastTransaction(async ({ db, actor, origin }) => {
        demandPlace(actor);
        const id = newId();
        const { fileName, columns } = query;
        await stage({ db, actor, origin }, { id, fileName, bytes, mapping: columns?.split(',') ?? null });
        return shownTo(actor, kind, await runInScope({ db, actor }, id));
      });
      nudge();
      return run;
    },

    async head({ transaction }, { file }) {
      const bytes = await file();
      return transaction(async ({ db, actor }) => {
        demandPlace(actor);
        const columns = await readColumns(bytes, kind);
        return offeredFor(columns, kind, await findMapping(db, actor, kind.name, columns));
      });
    },

    get: async (context, { params }) => shownTo(context.actor, kind, await runInScope(context, params.id)),

    async rows(context, { params, query }) {
      const { db, actor } = context;
      const { page = 0, size = 25, outcome } = query;
      const { id, state } = await runInScope(context, params.id);
      // once an import has begun, what was only planned is not told as done
      const begun = state !== 'checking' && state !== 'ready';
      const wanted = { outcome, begun, offset: page * size, limit: size };
      const [result, total] = await Promise.all([
        rowQueries.listRows(db, actor.scope, id, wanted),
        rowQueries.countRows(db, actor.scope, id, wanted),
      ]);
      return { result, total };
    },

    async start(context, { params }) {
      const run = await runInScope(context, params.id);
      demand(importAbilities(run).start, 'import.notNow', { current: shownTo(context.actor, kind, run) });
      const { state, rowCount, wrong } = run;
      const afresh = { created: 0, updated: 0, unchanged: 0, done: 0, cursorRank: null, cursorRow: null };
      const begin = state === 'ready' ? { ...afresh, toDo: rowCount - wrong } : {};
      // a check that failed is gone on with as a check
      const next = run.checked ? 'running' : 'checking';
      return goOn(context, run, { ...begin, state: next }, 'import.started');
    },

    async stop(context, { params }) {
      const run = await runInScope(context, params.id);
      demand(importAbilities(run).stop, 'import.notNow', { current: shownTo(context.actor, kind, run) });
      return goOn(context, run, { state: 'stopped' }, 'import.stopped');
    },

    async undo(context, { params }) {
      const run = await runInScope(context, params.id);
      demand(importAbilities(run).undo && isUndoable(kind, run), 'import.notNow', {
        current: shownTo(context.actor, kind, run),
      });
      demand(mayUndo(context.actor, kind, run), 'import.undoRight', { current: shownTo(context.actor, kind, run) });
      const { created, updated, undone, kept } = run;
      const toDo = created + updated - undone - kept;
      const change = { state: 'undoing', undoBegun: true, toDo, done: 0, cursorRank: null, cursorRow: null } as const;
      return goOn(context, run, change, 'import.undone');
    },

    async discard(context, { params }) {
      const run = await runInScope(context, params.id);
      demand(importAbilities(run).discard, 'import.notNow', { current: shownTo(context.actor, kind, run) });
      demand(await queries.resumeRun(context.db, context.actor, context.origin, run), 'import.notNow');
      await queries.deleteRun(context.db, context.actor.scope, run.id);
      await writeDown(context, run, 'import.discarded');
      return shownTo(context.actor, kind, run);
    },
  };

  /** Takes a file apart and keeps its rows: all of them, or none. */
  async function stage(
    { db, actor, origin }: SignedTransaction,
    { id, fileName, bytes, mapping }: StagedFile,
  ): Promise<void> {
    let head: TableHead | undefined;
    let rowCount = 0;
    let batch: rowQueries.NewRow[] = [];
    let weight = 0;
    const keep = async () => {
      await rowQueries.insertRows(db, actor.scope, id, await ranked(batch));
      rowCount += batch.length;
      batch = [];
      weight = 0;
    };
    const ranked = async (rows: readonly rowQueries.NewRow[]) => {
      const ranks = await kind.ranksOf?.(
        db,
        actor.scope,
        rows.map(({ key }) => key),
      );
      return ranks ? rows.map((row) => ({ ...row, rank: ranks.get(row.key) ?? row.rank })) : rows;
    };
    for await (const line of readTable(bytes)) {
      if (!head) {
        head = readHead(line.cells, kind, mapping);
        const { columns, unknown: unknownColumns } = head;
        const run = { id, kind: kind.name, fileName, columns, unknownColumns, mapping: mapping && [...mapping] };
        await queries.insertRun(db, actor, origin, run);
        continue;
      }
      demand(rowCount + batch.length < importLimits.rows, 'import.tooManyRows');
      batch.push(placed(line, head));
      weight += line.cells.reduce((sum, cell) => sum + cell.length, 0);
      if (batch.length === stagedAtOnce || weight > stagedLetters) await keep();
    }
    await keep();
    demand(rowCount > 0, 'import.empty');
    await queries.updateRowCount(db, actor.scope, id, rowCount);
    if (mapping && head) await saveMapping(db, actor, kind.name, { columns: head.columns, mapping });
  }

  function placed({ row, cells }: TableRow, { known }: TableHead): rowQueries.NewRow {
    const words = new Map([...known].map(([at, name]) => [name, cellMeaning(cells[at]?.trim() ?? '')]));
    return { row, cells, ...kind.placeOf(words) };
  }
}

type StagedFile = {
  readonly id: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly mapping: readonly string[] | null;
};

/** Files are for the people of one organisation. */
const demandPlace = ({ rootNode }: Actor) => demand(rootNode && rootNode.nodeType !== 'GLOBAL', 'import.notGlobal');

/** An import as it is told: with what its reader may do with it just now. */
function shownTo(actor: Actor, kind: ImportKind, run: queries.StoredRun): ImportRun {
  const { kind: _, checked: __, cursorRank: ___, cursorRow: ____, tpath: _____, undoBegun: ______, ...told } = run;
  const can = importAbilities(run);
  return { ...told, can: { ...can, undo: can.undo && isUndoable(kind, run) && mayUndo(actor, kind, run) } };
}

const isUndoable = (kind: ImportKind, { task }: queries.StoredRun): boolean => kind.undoable?.(task) ?? true;

async function writeDown(
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
