import { setTimeout as delay } from 'node:timers/promises';
import { type ImportRun, isInProgress } from '@storeward/contract/imports';
import { type Figure, kestrel, percentile, rowsOf, type ProofOptions } from './setup.ts';
import { type KilledKind, rowPrefix, rowCount, stores, users, type ErrorCounts } from './import-kinds.ts';
import { latencyDuring } from './latency.ts';
import { type Client, signedIn, withProduct } from './product.ts';

/** Maximum times in milliseconds. */
const limits = { resumed: 15_000, responded: 300, waiting: 600_000 };

/** Kills the product repeatedly while 25,000 stores are imported or the import is undone. */
export const importKills = (options: ProofOptions) => killsOf(stores, options);

/** The same with 25,000 users, each invited by mail. */
export const userImportKills = (options: ProofOptions) => killsOf(users, options);

function killsOf(kind: KilledKind, { rounds = 50, log }: ProofOptions): Promise<Figure[]> {
  return withProduct(async ({ running, client, ownerUrl }) => {
    const importClient = await importClientFor(client, kind);
    const resumed: number[] = [];
    let kills = 0;

    /** Kills until the run is finished or the number of kills is reached; a kill counts if work remained after it. */
    const runWithKills = async (id: string, end: ImportRun['state']) => {
      await importClient.waitForProgress(id, 0);
      while (resumed.length < rounds) {
        // at a random time within a step
        await delay(150 + Math.random() * 250);
        if (!isInProgress((await importClient.request(id)).state)) break;
        await running.kill();
        kills += 1;
        const startedAt = performance.now();
        const ready = await running.start();
        const { state, done } = await importClient.request(id);
        if (!isInProgress(state)) break;
        await importClient.waitForProgress(id, done);
        resumed.push(performance.now() - startedAt);
        if (resumed.length % 5 === 0)
          log(
            `kill ${resumed.length} of ${rounds}: ready after ${ms(ready)}, resumes after ${ms(resumed.at(-1)!)}, ${state} ${done}`,
          );
      }
      await importClient.waitUntilFinished(id, end);
    };

    const errors = new Map<string, number>();
    const errorCount = (error: string) => {
      const count = errors.get(error);
      if (count === undefined) throw new Error(`The query returns no column "${error}".`);
      return count;
    };
    const check = async (sql: string, file: number, id: string) => {
      const [row] = await rowsOf<ErrorCounts>(ownerUrl, sql, [kestrel.host, rowPrefix(file), rowCount, id]);
      for (const [error, count] of Object.entries(row!)) errors.set(error, (errors.get(error) ?? 0) + count);
    };

    let file = 0;
    for (; resumed.length < rounds; file += 1) {
      const id = await importClient.upload(file);
      await importClient.request(`${id}/start`, 'PUT');
      await runWithKills(id, 'done');
      await check(kind.errorsWhenDone, file, id);
      if (resumed.length === rounds) continue;
      await importClient.request(`${id}/undo`, 'PUT');
      await runWithKills(id, 'undone');
      await check(kind.errorsWhenUndone, file, id);
    }

    const responded = await latencyDuring(client, importClient.token, async () => {
      const id = await importClient.upload(file);
      await importClient.request(`${id}/start`, 'PUT');
      await importClient.waitUntilFinished(id, 'done');
    });
    const title = `kill -9 in imports of ${kind.plural}, ${kills} times`;
    const expectZero = (label: string, count: number, total: string): Figure => ({
      label: `${title}: ${label}`,
      measured: `${count} of ${total}`,
      expected: '0',
      passed: count === 0,
    });
    return [
      ...Object.entries(kind.errorLabels).map(([error, label]) =>
        expectZero(label, errorCount(error), `${file * rowCount} in ${file} files`),
      ),
      // with few kills, all may hit the first import, and then no undo was checked
      ...(errors.has('undone')
        ? [
            expectZero(
              `${kind.plural} that remain after their import was undone`,
              errorCount('remaining'),
              String(errorCount('undone')),
            ),
          ]
        : []),
      {
        label: `${title}: time until work resumes`,
        measured: `median ${ms(percentile(resumed, 0.5))}, p95 ${ms(percentile(resumed, 0.95))}, worst ${ms(Math.max(...resumed))}`,
        expected: `p95 at most ${ms(limits.resumed)}`,
        passed: percentile(resumed, 0.95) <= limits.resumed,
      },
      {
        label: `other requests while ${rowCount} ${kind.plural} are imported`,
        measured: `median ${ms(percentile(responded, 0.5))}, p95 ${ms(percentile(responded, 0.95))} of ${responded.length}`,
        expected: `p95 at most ${ms(limits.responded)}`,
        passed: percentile(responded, 0.95) <= limits.responded,
      },
    ];
  });
}

const ms = (time: number) => `${time.toFixed(0)} ms`;

/** Client for the endpoints of one import kind. */
type ImportClient = {
  readonly token: Record<string, string>;
  /** Reads an import, or sends it one of the commands. */
  request(path: string, method?: string): Promise<ImportRun>;
  /** Uploads the numbered file and waits for its check; returns the import's id. */
  upload(file: number): Promise<string>;
  /** Waits until more than `done` rows are processed or none are left. */
  waitForProgress(id: string, done: number): Promise<ImportRun>;
  /** Waits until the import is finished and asserts its state. */
  waitUntilFinished(id: string, end: ImportRun['state']): Promise<ImportRun>;
};

async function importClientFor(client: Client, { endpoints, fileOf }: KilledKind): Promise<ImportClient> {
  const token = await signedIn(client, kestrel.host, kestrel.admin);
  const send = async <Result>(path: string, method = 'GET', body?: Uint8Array) => {
    const headers = { ...token, ...(body ? { 'content-type': 'text/csv' } : {}) };
    const { status, text } = await client.send({ path, method, headers, body, seconds: 120 });
    if (status !== 200) throw new Error(`${method} ${path} was rejected with ${status}: ${text}`);
    return (JSON.parse(text) as { result: Result }).result;
  };
  const requestRun: ImportClient['request'] = (path, method) => send(`${endpoints}/${path}`, method);
  const until = async (id: string, isReached: (run: ImportRun) => boolean) => {
    for (const latest = performance.now() + limits.waiting; performance.now() < latest; await delay(10)) {
      const run = await requestRun(id);
      if (isReached(run)) return run;
    }
    throw new Error(`The import makes no progress: ${JSON.stringify(await requestRun(id))}`);
  };
  const waitUntilFinished: ImportClient['waitUntilFinished'] = async (id, end) => {
    const run = await until(id, ({ state }) => !isInProgress(state));
    if (run.state !== end) throw new Error(`Not ${end}: ${JSON.stringify(run)}`);
    return run;
  };

  const { text } = await client.send({ path: '/node-management/export', headers: token });
  const group = /^STORE_GROUP,([^,"]+),.*,enabled\r?$/m.exec(text)?.[1];
  if (group === undefined) throw new Error('The demo data has no store group.');
  return {
    token,
    request: requestRun,
    waitUntilFinished,
    async upload(file) {
      const content = Buffer.from(fileOf(file, group));
      const { id } = await send<ImportRun>(`${endpoints}?fileName=file-${file}.csv`, 'POST', content);
      const { wrong } = await waitUntilFinished(id, 'ready');
      if (wrong > 0) throw new Error(`${wrong} rows of the file are invalid.`);
      return id;
    },
    waitForProgress: (id, done) => until(id, (run) => run.done > done || !isInProgress(run.state)),
  };
}
