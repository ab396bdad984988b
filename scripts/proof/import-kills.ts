import { setTimeout as pause } from 'node:timers/promises';
import { csvLine } from '@storeward/contract/csv';
import { type ImportRun, isMoving } from '@storeward/contract/imports';
import { type Figure, kestrel, quantile, rowsOf, type Wish } from './ground.ts';
import { type Caller, signedIn, withProduct } from './product.ts';

const stores = 25_000;
const most = { resumed: 15_000, answered: 300, waiting: 600_000 };

/** Kills the process of the product again and again while 25,000 stores come in from a file, or are taken back again. */
export function importKills({ rounds = 50, say }: Wish): Promise<Figure[]> {
  return withProduct(async ({ running, client, ownerUrl }) => {
    const desk = await importDesk(client);
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

    const wrong = { lost: 0, doubled: 0, mistold: 0, astray: 0, left: 0, taken: 0 };
    const check = async (sql: string, file: number, id: string) => {
      const [row] = await rowsOf<Partial<typeof wrong>>(ownerUrl, sql, [kestrel.host, prefixOf(file), stores, id]);
      for (const what of Object.keys(row!) as (keyof typeof wrong)[]) wrong[what] += row![what]!;
    };

    let file = 0;
    for (; resumed.length < rounds; file += 1) {
      const id = await desk.checked(file);
      await desk.tell(`${id}/start`, 'PUT');
      await throughKills(id, 'done');
      await check(wrongWhenDone, file, id);
      if (resumed.length === rounds) continue;
      await desk.tell(`${id}/undo`, 'PUT');
      await throughKills(id, 'undone');
      await check(wrongWhenUndone, file, id);
    }

    const answered = await othersMeanwhile(client, desk.token, async () => {
      const id = await desk.checked(file);
      await desk.tell(`${id}/start`, 'PUT');
      await desk.rested(id, 'done');
    });
    const what = `kill -9 in imports, ${kills} times`;
    const none = (whose: string, seen: number, of = '') => ({
      what: `${what}: ${whose}`,
      seen: `${seen}${of}`,
      promised: '0',
      kept: seen === 0,
    });
    return [
      none('rows lost', wrong.lost, ` of ${file * stores} in ${file} files`),
      none('rows written twice', wrong.doubled),
      none('stores without exactly one entry in the history', wrong.mistold),
      none('places that stand elsewhere than their path says', wrong.astray),
      // a few kills may all fall into the first import
      ...(wrong.taken > 0
        ? [none('stores that are still there though they were taken back', wrong.left, ` of ${wrong.taken}`)]
        : []),
      {
        what: `${what}: goes on`,
        seen: `median ${ms(quantile(resumed, 0.5))}, p95 ${ms(quantile(resumed, 0.95))}, worst ${ms(Math.max(...resumed))}`,
        promised: `p95 at most ${ms(most.resumed)}`,
        kept: quantile(resumed, 0.95) <= most.resumed,
      },
      {
        what: `everybody else while ${stores} stores come in`,
        seen: `median ${ms(quantile(answered, 0.5))}, p95 ${ms(quantile(answered, 0.95))} of ${answered.length}`,
        promised: `p95 at most ${ms(most.answered)}`,
        kept: quantile(answered, 0.95) <= most.answered,
      },
    ];
  });
}

const ms = (time: number) => `${time.toFixed(0)} ms`;
const prefixOf = (file: number) => `KILLED-${file}-`;

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

async function importDesk(client: Caller): Promise<Desk> {
  const token = await signedIn(client, kestrel.host, kestrel.admin);
  const ask = async <Result>(path: string, method = 'GET', body?: Uint8Array) => {
    const headers = { ...token, ...(body ? { 'content-type': 'text/csv' } : {}) };
    const { status, text } = await client.send({ path: `/node-management/${path}`, method, headers, body });
    if (status !== 200) throw new Error(`${method} ${path} is refused with ${status}: ${text}`);
    return (JSON.parse(text) as { result: Result }).result;
  };
  const tell: Desk['tell'] = (path, method) => ask(`imports/${path}`, method);
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

  const { content } = await ask<{ content: string }>('export');
  const group = /^STORE_GROUP,([^,"]+),.*,enabled\r?$/m.exec(content)?.[1];
  if (group === undefined) throw new Error('The demonstration has no store group.');
  return {
    token,
    tell,
    rested,
    async checked(file) {
      const content = Buffer.from(fileOf(file, group));
      const { id } = await ask<ImportRun>(`imports?fileName=stores-${file}.csv`, 'POST', content);
      const { wrong } = await rested(id, 'ready');
      if (wrong > 0) throw new Error(`${wrong} rows of the file cannot be taken.`);
      return id;
    },
    movedOn: (id, done) => until(id, (run) => run.done > done || !isMoving(run.state)),
  };
}

function fileOf(file: number, parent: string): string {
  const head = ['type', 'code', 'name', 'parentCode', 'street', 'city', 'postCode', 'country', 'timeZone', 'status'];
  const where = ['Leeds', 'LS1 6HD', 'GB', 'Europe/London', 'enabled'];
  const line = (store: number) =>
    csvLine(['STORE', `${prefixOf(file)}${store}`, `Store ${file}-${store}`, parent, `${store} Briggate`, ...where]);
  return csvLine(head) + Array.from({ length: stores }, (_, at) => line(at + 1)).join('');
}

/** How long others wait for a page of users, asked for every 20 ms however long the last one takes, while something is done. */
async function othersMeanwhile(client: Caller, token: Record<string, string>, work: () => Promise<void>) {
  const asked: Promise<number>[] = [];
  const ask = async () => {
    const begun = performance.now();
    const answer = await client.send({ path: '/user-management/users?size=5', headers: token }).catch(() => undefined);
    return answer?.status === 200 ? performance.now() - begun : Number.POSITIVE_INFINITY;
  };
  const timer = setInterval(() => asked.push(ask()), 20);
  await work().finally(() => clearInterval(timer));
  return Promise.all(asked);
}

/** All the stores of one file, how often each was made and is there, and how often the history tells that of it. */
const counted = (action: 'node.created' | 'node.deleted') => `
  with org as (select org_id as id from portal_hosts where host = $1),
  told as (select entity_id as id, count(*) as times from audit
            where org_id = (select id from org) and run_id = $4 and action = '${action}' group by entity_id),
  counted as (
    select f.code, count(n.id) as made, count(n.id) filter (where n.deleted_date is null) as standing,
           coalesce(sum(t.times), 0) as told,
           count(*) filter (where not (starts_with(n.tpath, p.tpath) and length(n.tpath) > length(p.tpath))) as astray
      from (select $2 || number as code from generate_series(1, $3::int) as number) f
      left join nodes n on n.org_id = (select id from org) and n.code = f.code
      left join nodes p on p.org_id = n.org_id and p.id = n.parent_id
      left join told t on t.id = n.id
     group by f.code)
  select (count(*) filter (where told <> 1)
          + (select count(*) from told t where not exists (select from nodes n where n.id = t.id)))::int as mistold,
         count(*) filter (where made > 1)::int as doubled, sum(astray)::int as astray`;
const wrongWhenDone = `${counted('node.created')}, count(*) filter (where standing <> 1)::int as lost from counted`;
const wrongWhenUndone = `${counted('node.deleted')}, sum(standing)::int as left, count(*)::int as taken from counted`;
