import { type ImportDoors, importLimits, importRowDays, type ImportRun } from '@storeward/contract/imports';
import { cellMeaning } from '@storeward/contract/csv';
import { pageWanted } from '@storeward/contract/paging';
import { insertAudit } from '../audit/queries.ts';
import type { Context, Service, SignedTransaction } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { ImportKind } from './kind.ts';
import { importAbilities } from './policy.ts';
import * as queries from './queries.ts';
import * as rowQueries from './row-queries.ts';
import { readHead, readTable, type TableHead, type TableRow } from './table.ts';

/** What imports stand on: the kind, and a word to the engine that there is work. */
export type ImportParts = { readonly kind: ImportKind; readonly nudge: () => void };

const stagedAtOnce = 1_000;

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
    demand(await queries.resumeRun(db, actor, run), 'import.notNow');
    await queries.updateRun(db, actor.scope, run.id, change);
    await writeDown(context, run, action);
    context.afterCommit(async () => nudge());
    return shown(await runInScope(context, run.id));
  }

  return {
    async list({ db, actor }, { query }) {
      const wanted = pageWanted(query, 'createdDate:desc');
      demand(wanted.cursor === undefined, 'input.badCursor'); // imports come page by page only
      const [runs, total] = await Promise.all([
        queries.listRuns(db, actor.scope, kind.name, wanted),
        queries.countRuns(db, actor.scope, kind.name, wanted.search),
      ]);
      return { result: runs.map(shown), total };
    },

    async create({ lastTransaction }, { query, file }) {
      const bytes = await file();
      const run = await lastTransaction(async ({ db, actor, origin }) => {
        demand(actor.rootNode && actor.rootNode.nodeType !== 'GLOBAL', 'import.notGlobal');
        const id = newId();
        await stage({ db, actor, origin }, { id, fileName: query.fileName, bytes });
        return shown(await runInScope({ db, actor }, id));
      });
      nudge();
      return run;
    },

    get: async (context, { params }) => shown(await runInScope(context, params.id)),

    async rows(context, { params, query }) {
      const { db, actor } = context;
      const { page = 0, size = 25, outcome } = query;
      const wanted = { outcome, offset: page * size, limit: size };
      const { id } = await runInScope(context, params.id);
      const [result, total] = await Promise.all([
        rowQueries.listRows(db, actor.scope, id, wanted),
        rowQueries.countRows(db, actor.scope, id, wanted),
      ]);
      return { result, total };
    },

    async start(context, { params }) {
      const run = await runInScope(context, params.id);
      demand(importAbilities(run).start, 'import.notNow', { current: shown(run) });
      const { state, rowCount, wrong } = run;
      const afresh = { created: 0, updated: 0, unchanged: 0, done: 0, cursorRank: null, cursorRow: null };
      const begin = state === 'ready' ? { ...afresh, toDo: rowCount - wrong } : {};
      return goOn(context, run, { ...begin, state: 'running' }, 'import.started');
    },

    async stop(context, { params }) {
      const run = await runInScope(context, params.id);
      demand(importAbilities(run).stop, 'import.notNow', { current: shown(run) });
      return goOn(context, run, { state: 'stopped' }, 'import.stopped');
    },

    async undo(context, { params }) {
      const run = await runInScope(context, params.id);
      demand(importAbilities(run).undo, 'import.notNow', { current: shown(run) });
      const { created, updated, undone, kept } = run;
      const toDo = created + updated - undone - kept;
      const change = { state: 'undoing', toDo, done: 0, cursorRank: null, cursorRow: null } as const;
      return goOn(context, run, change, 'import.undone');
    },

    async discard(context, { params }) {
      const run = await runInScope(context, params.id);
      demand(importAbilities(run).discard, 'import.notNow', { current: shown(run) });
      demand(await queries.resumeRun(context.db, context.actor, run), 'import.notNow');
      await queries.deleteRun(context.db, context.actor.scope, run.id);
      await writeDown(context, run, 'import.discarded');
      return shown(run);
    },
  };

  /** Takes a file apart and keeps its rows: all of them, or none. */
  async function stage(
    { db, actor, origin }: SignedTransaction,
    { id, fileName, bytes }: { id: string; fileName: string; bytes: Uint8Array },
  ): Promise<void> {
    let head: TableHead | undefined;
    let rowCount = 0;
    let batch: rowQueries.NewRow[] = [];
    const keep = async () => {
      await rowQueries.insertRows(db, actor.scope, id, batch);
      rowCount += batch.length;
      batch = [];
    };
    for await (const line of readTable(bytes)) {
      if (!head) {
        head = readHead(line.cells, kind.columns);
        const { columns, unknown: unknownColumns } = head;
        const run = { id, kind: kind.name, fileName, columns, unknownColumns, rowDays: importRowDays };
        await queries.insertRun(db, actor, origin, run);
        continue;
      }
      demand(rowCount + batch.length < importLimits.rows, 'import.tooManyRows');
      batch.push(placed(line, head));
      if (batch.length === stagedAtOnce) await keep();
    }
    await keep();
    demand(rowCount > 0, 'import.empty');
    await queries.updateRowCount(db, actor.scope, id, rowCount);
  }

  function placed({ row, cells }: TableRow, { known }: TableHead): rowQueries.NewRow {
    const words = new Map([...known].map(([at, name]) => [name, cellMeaning(cells[at]?.trim() ?? '')]));
    return { row, cells, ...kind.placeOf(words) };
  }
}

/** An import as it is told. */
function shown(run: queries.StoredRun): ImportRun {
  const { kind: _, checked: __, cursorRank: ___, cursorRow: ____, tpath: _____, ...told } = run;
  return { ...told, can: importAbilities(run) };
}

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
