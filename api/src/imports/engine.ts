import { cellMeaning, isFormula } from '@storeward/contract/csv';
import type { CellFault, RowOutcome } from '@storeward/contract/imports';
import type { Errand, Gate } from '../platform/context.ts';
import type { Database, Db } from '../platform/db.ts';
import { inRounds, type Rounds } from '../platform/rounds.ts';
import type { Cells, FileRow, ImportContext, ImportKind, Judgement, ReadRow } from './kind.ts';
import { mayUndo } from './policy.ts';
import * as queries from './queries.ts';
import * as rowQueries from './row-queries.ts';
import { readHead } from './table.ts';

/** What the engine stands on. */
export type EngineParts = {
  readonly database: Database;
  /** Opens the work that is due in the name of whoever left it. */
  readonly takeUp: Gate['takeUp'];
  readonly kinds: readonly ImportKind[];
  readonly warn: (facts: object, words: string) => void;
};

const lookEvery = 2_000;
const mostTries = 4;
/** How many rows one transaction judges, writes or takes back: others do not wait for it longer than for a page. */
const atOnce = 500;

/** Sets up the engine; what a killed process left behind is found by the first look. */
export function importEngine({ database, takeUp, kinds, warn }: EngineParts): Rounds {
  return inRounds(step, {
    every: lookEvery,
    failed: (error) => warn({ err: error }, 'imports could not be looked for'),
  });

  /** One step of whichever import has waited longest; false when none is due. */
  async function step(): Promise<boolean> {
    let errand: Errand | undefined;
    try {
      return await database.transaction(async (db) => {
        errand = await takeUp(db);
        if (!errand) return false;
        await queries.forgetPlans(db);
        await workOff(db, errand);
        return true;
      });
    } catch (error) {
      const { run } = errand ?? {};
      if (!run) throw error;
      warn({ err: error, import: run }, 'a step of an import failed; it is tried again');
      await database.transaction((db) => queries.noteImportFailed(db, run, mostTries));
      return true;
    }
  }

  async function workOff(db: Db, { run: runId, kind: name, host, address, scope, actor }: Errand): Promise<void> {
    const kind = kinds.find((one) => one.name === name);
    const run = kind && (await queries.findRun(db, scope, name, runId));
    if (!kind || !run) throw new Error(`nobody knows how to import ${name}`);
    if (!actor) return queries.updateRun(db, scope, runId, { state: 'failed', fault: 'import.personGone' });
    const origin = {
      host,
      address,
      device: '',
      browser: false,
      cookies: {},
      apiKey: undefined,
      idleSeconds: undefined,
      seeing: undefined,
    };
    const context = { db, actor, origin, runId, writing: run.state === 'running', task: run.task };
    const steps = { checking: check, running: write, undoing: undo };
    await steps[run.state as keyof typeof steps](context, kind, run);
  }
}

/** Says of some rows what they would do, and changes nothing. */
async function check(context: ImportContext, kind: ImportKind, run: queries.StoredRun): Promise<void> {
  const { db, actor } = context;
  if (run.cursorRank === null) await rowQueries.markTangled(db, actor.scope, run.id, kind);
  const rows = sameRank(await rowQueries.listNextRows(db, actor.scope, run, { limit: atOnce, soundOnly: false }));
  if (rows.length === 0) {
    return queries.updateRun(db, actor.scope, run.id, { state: 'ready', checked: true });
  }
  const judged = await judge(context, kind, run, rows);
  const results = rows.map(({ row }, at) => ({ row, ...judged[at]!, change: undefined, before: null, written: false }));
  await rowQueries.updateRows(db, actor.scope, run.id, results);
  await queries.updateRun(db, actor.scope, run.id, { ...counted(run, judged), ...behind(run, rows) });
}

/** Writes some rows, each judged once more: by the rights of this moment, and never over what came since the check. */
async function write(context: ImportContext, kind: ImportKind, run: queries.StoredRun): Promise<void> {
  const { db, actor } = context;
  const { scope } = actor;
  const next = await rowQueries.listNextRows(db, scope, run, { limit: atOnce, soundOnly: true });
  const rows = oneMove(sameRank(next), kind);
  if (rows.length === 0) return queries.updateRun(db, scope, run.id, { state: 'done' });
  const alone = rows.some((row) => row.alone);
  if (!(await kind.hold(context, alone))) return queries.postponeRun(db, scope, run.id);
  const judged = (await judge(context, kind, run, rows)).map((judgement, at) => stillAsChecked(judgement, rows[at]!));
  const sound = judged.flatMap((judgement, at) =>
    judgement.outcome === 'created' || judgement.outcome === 'updated' ? [{ at, change: judgement.change }] : [],
  );
  const written = await kind.write(
    context,
    sound.map(({ change }) => change),
  );
  const byPlace = new Map(sound.map(({ at }, index) => [at, written[index]!]));
  const results = rows.map(({ row }, at) => {
    const { change: _, ...judgement } = judged[at]!;
    const made = byPlace.get(at);
    return { row, ...judgement, before: null, ...made, written: made !== undefined };
  });
  await rowQueries.updateRows(db, scope, run.id, results);
  await queries.updateRun(db, scope, run.id, { ...counted(run, judged), ...behind(run, rows) });
}

/** Takes some rows back, the last ones first. */
async function undo(context: ImportContext, kind: ImportKind, run: queries.StoredRun): Promise<void> {
  const { db, actor } = context;
  const rows = oneMove(sameRank(await rowQueries.listRowsToUndo(db, actor.scope, run, atOnce)), kind);
  if (rows.length === 0) return queries.updateRun(db, actor.scope, run.id, { state: 'undone' });
  if (!mayUndo(actor, kind, run))
    return queries.updateRun(db, actor.scope, run.id, { state: 'failed', fault: 'import.undoRight' });
  if (!(await kind.hold(context, true))) return queries.postponeRun(db, actor.scope, run.id);
  const ends = await kind.undo(context, rows);
  const results = rows.map(({ row }, at) => ({ row, undone: ends[at]! }));
  await rowQueries.updateUndone(db, actor.scope, run.id, results);
  const undone = ends.filter((end) => end === 'undone').length;
  await queries.updateRun(db, actor.scope, run.id, {
    undone: run.undone + undone,
    kept: run.kept + ends.length - undone,
    ...behind(run, rows),
  });
}

/** Rows are worked off in rounds: what others lean on comes first. */
function sameRank<R extends { rank: number }>(rows: readonly R[]): R[] {
  return rows.filter(({ rank }) => rank === rows[0]?.rank);
}

/** Of what carries others along one is moved at a time: nobody else may write into the tree meanwhile. */
function oneMove<R extends { rank: number; alone: boolean }>(rows: readonly R[], { lastRank }: ImportKind): R[] {
  const heavy = rows.findIndex(({ alone, rank }) => alone && rank !== lastRank);
  return rows.slice(0, heavy === -1 ? rows.length : heavy + 1);
}

async function judge(
  context: ImportContext,
  kind: ImportKind,
  { id, columns, mapping }: queries.StoredRun,
  rows: readonly rowQueries.KeptRow[],
): Promise<Judgement<unknown>[]> {
  const { known } = readHead(columns, { columns: kind.columns }, mapping);
  const inFile = async (keys: readonly string[]) => {
    const found = await rowQueries.listRowsByKey(context.db, context.actor.scope, id, keys);
    return new Map<string, FileRow>(
      found.map(({ key, cells, outcome }) => [key, { cells: meanings(cells, known), outcome }]),
    );
  };
  const read: ReadRow[] = rows.map(({ row, key, leansOn, cells, faults, entityId }) => ({
    row,
    key,
    leansOn,
    cells: meanings(cells, known),
    faults: kind.rowsMadeHere ? [] : [...(faults ?? []), ...formulas(cells, known), ...beyond(cells, columns, known)],
    entityId,
  }));
  const judged = await kind.judge(context, read, inFile);
  return judged.map((judgement) =>
    judgement.faults.length === 0 ? judgement : { ...judgement, outcome: 'wrong', alone: false, change: undefined },
  );
}

const meanings = (cells: readonly string[], known: ReadonlyMap<number, string>): Cells =>
  new Map([...known].map(([at, name]) => [name, cellMeaning(cells[at]?.trim() ?? '')]));

const formulas = (cells: readonly string[], known: ReadonlyMap<number, string>): CellFault[] =>
  [...known].flatMap(([at, column]) => (isFormula(cells[at] ?? '') ? [{ column, messageCode: 'import.formula' }] : []));

/** A cell under no name means that others may stand in the wrong column. */
const beyond = (
  cells: readonly string[],
  columns: readonly string[],
  known: ReadonlyMap<number, string>,
): CellFault[] =>
  cells.some((cell, at) => cell.trim() !== '' && !columns[at]?.trim() && !known.has(at))
    ? [{ column: null, messageCode: 'import.cellsBeyond' }]
    : [];

/** A row is written only where it still would do to the same record, in the same version, what the check said. */
function stillAsChecked(judgement: Judgement<unknown>, checked: rowQueries.KeptRow): Judgement<unknown> {
  const { outcome, entityId, version, alone } = judgement;
  if (outcome === 'wrong' || outcome === 'unchanged' || checked.outcome === null) return judgement;
  const same = outcome === checked.outcome && entityId === checked.entityId && version === checked.version;
  if (same && (!alone || checked.alone)) return judgement;
  return {
    ...judgement,
    outcome: 'wrong',
    faults: [{ column: null, messageCode: 'import.changedSince' }],
    change: undefined,
  };
}

function counted(run: queries.StoredRun, judged: readonly Judgement<unknown>[]): queries.RunChange {
  const of = (outcome: RowOutcome) => run[outcome] + judged.filter((judgement) => judgement.outcome === outcome).length;
  return { created: of('created'), updated: of('updated'), unchanged: of('unchanged'), wrong: of('wrong') };
}

function behind(run: queries.StoredRun, rows: readonly { rank: number; row: number }[]): queries.RunChange {
  const last = rows.at(-1)!;
  return { done: run.done + rows.length, cursorRank: last.rank, cursorRow: last.row };
}
