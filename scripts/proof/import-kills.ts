import { setTimeout as pause } from 'node:timers/promises';
import { type ImportRun, isMoving } from '@storeward/contract/imports';
import { type Figure, kestrel, quantile, rowsOf, type Wish } from './ground.ts';
import { type KilledKind, prefixOf, rowCount, stores, users, type Wrong } from './import-kinds.ts';
import { othersMeanwhile } from './meanwhile.ts';
import { type Caller, signedIn, withProduct } from './product.ts';

const most = { resumed: 15_000, answered: 300, waiting: 600_000 };

/** Kills the process of the product again and again while 25,000 stores come in from a file, or are taken back again. */
export const importKills = (wish: Wish) => killsOf(stores, wish);

/** The same with as many users, each invited by mail. */
export const userImportKills = (wish: Wish) => killsOf(users, wish);

function killsOf(kind: KilledKind, { rounds = 50, say }: Wish): Promise<Figure[]> {
  return withProduct(async ({ running, client, ownerUrl }) => {
    const desk = await importDesk(client, kind);
    const resumed: number[] = [];
    let kills = 0;

    /** Kills until the import rests or there were kills enough; a kill counts if there was anything left to do after it. */
    const throughKills = async (id: string, end: ImportRun['state']) => {
      await desk.movedOn(id, 0);
      while (resumed.length < rounds) {
        // at any moment of a step
        await pause(150 + Math.random() * 250);
        if (!isMoving((await desk.tell(id)).state)) break;
        await running.kill();
        kills += 1;
        const begun = performance.now();
        const ready = await running.start();
        const { state, done } = await desk.tell(id);
        if (!isMoving(state)) break;
        await desk.movedOn(id, done);
        resumed.push(performance.now() - begun);
        if (resumed.length % 5 === 0)
          say(
            `kill ${resumed.length} of ${rounds}: ready after ${ms(ready)}, goes on after ${ms(resumed.at(-1)!)}, ${state} ${done}`,
          );
      }
      await desk.rested(id, end);
    };

    const wrong = new Map<string, number>();
    const seen = (what: string) => wrong.get(what) ?? 0;
    const check = async (sql: string, file: number, id: string) => {
      const [row] = await rowsOf<Wrong>(ownerUrl, sql, [kestrel.host, prefixOf(file), rowCount, id]);
      for (const [what, count] of Object.entries(row!)) wrong.set(what, seen(what) + count);
    };

    let file = 0;
    for (; resumed.length < rounds; file += 1) {
      const id = await desk.checked(file);
      await desk.tell(`${id}/start`, 'PUT');
      await throughKills(id, 'done');
      await check(kind.wrongWhenDone, file, id);
      if (resumed.length === rounds) continue;
      await desk.tell(`${id}/undo`, 'PUT');
      await throughKills(id, 'undone');
      await check(kind.wrongWhenUndone, file, id);
    }

    const answered = await othersMeanwhile(client, desk.token, async () => {
      const id = await desk.checked(file);
      await desk.tell(`${id}/start`, 'PUT');
      await desk.rested(id, 'done');
    });
    const what = `kill -9 in imports of ${kind.many}, ${kills} times`;
    const none = (whose: string, seen: number, of = '') => ({
      what: `${what}: ${whose}`,
      seen: `${seen}${of}`,
      promised: '0',
      kept: seen === 0,
    });
    return [
      ...Object.entries(kind.promises).map(([fault, words]) =>
        none(words, seen(fault), ` of ${file * rowCount} in ${file} files`),
      ),
      // a few kills may all fall into the first import
      ...(seen('taken') > 0
        ? [none(`${kind.many} that are still there though they were taken back`, seen('left'), ` of ${seen('taken')}`)]
        : []),
      {
        what: `${what}: goes on`,
        seen: `median ${ms(quantile(resumed, 0.5))}, p95 ${ms(quantile(resumed, 0.95))}, worst ${ms(Math.max(...resumed))}`,
        promised: `p95 at most ${ms(most.resumed)}`,
        kept: quantile(resumed, 0.95) <= most.resumed,
      },
      {
        what: `everybody else while ${rowCount} ${kind.many} come in`,
        seen: `median ${ms(quantile(answered, 0.5))}, p95 ${ms(quantile(answered, 0.95))} of ${answered.length}`,
        promised: `p95 at most ${ms(most.answered)}`,
        kept: quantile(answered, 0.95) <= most.answered,
      },
    ];
  });
}

const ms = (time: number) => `${time.toFixed(0)} ms`;

/** Where files are handed in, started, taken back and waited for. */
type Desk = {
  readonly token: Record<string, string>;
  /** Tells of one import, or does this with it. */
  tell(path: string, method?: string): Promise<ImportRun>;
  /** Uploads the file of this number and waits until it is checked; answers the import's id. */
  checked(file: number): Promise<string>;
  /** Waits until more is done than that, or nothing is left to do. */
  movedOn(id: string, done: number): Promise<ImportRun>;
  /** Waits until the import rests, and insists on how. */
  rested(id: string, end: ImportRun['state']): Promise<ImportRun>;
};

async function importDesk(client: Caller, { doors, fileOf }: KilledKind): Promise<Desk> {
  const token = await signedIn(client, kestrel.host, kestrel.admin);
  const ask = async <Result>(path: string, method = 'GET', body?: Uint8Array) => {
    const headers = { ...token, ...(body ? { 'content-type': 'text/csv' } : {}) };
    const { status, text } = await client.send({ path, method, headers, body, seconds: 120 });
    if (status !== 200) throw new Error(`${method} ${path} is refused with ${status}: ${text}`);
    return (JSON.parse(text) as { result: Result }).result;
  };
  const tell: Desk['tell'] = (path, method) => ask(`${doors}/${path}`, method);
  const until = async (id: string, isReached: (run: ImportRun) => boolean) => {
    for (const latest = performance.now() + most.waiting; performance.now() < latest; await pause(10)) {
      const run = await tell(id);
      if (isReached(run)) return run;
    }
    throw new Error(`The import stands still: ${JSON.stringify(await tell(id))}`);
  };
  const rested: Desk['rested'] = async (id, end) => {
    const run = await until(id, ({ state }) => !isMoving(state));
    if (run.state !== end) throw new Error(`Not ${end}: ${JSON.stringify(run)}`);
    return run;
  };

  const { content } = await ask<{ content: string }>('/node-management/export');
  const group = /^STORE_GROUP,([^,"]+),.*,enabled\r?$/m.exec(content)?.[1];
  if (group === undefined) throw new Error('The demonstration has no store group.');
  return {
    token,
    tell,
    rested,
    async checked(file) {
      const content = Buffer.from(fileOf(file, group));
      const { id } = await ask<ImportRun>(`${doors}?fileName=file-${file}.csv`, 'POST', content);
      const { wrong } = await rested(id, 'ready');
      if (wrong > 0) throw new Error(`${wrong} rows of the file cannot be taken.`);
      return id;
    },
    movedOn: (id, done) => until(id, (run) => run.done > done || !isMoving(run.state)),
  };
}
