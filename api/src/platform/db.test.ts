import { createServer, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  aNode,
  anOrganisation,
  aUser,
  type Caller,
  type Place,
  platform,
  rootOf,
  signedIn,
} from '../../test/builders.ts';
import { filledIn, fromAbove, guarded, readySample } from '../../test/doors.ts';
import { aDatabase, aServer } from '../../test/server.ts';
import { build, type Db, openDatabase, type Places, prepared } from './db.ts';

/** A wire to the database: on it round trips and statements are counted, and it can be cut. */
async function aWire() {
  const folder = mkdtempSync(join(tmpdir(), 'storeward-wire-'));
  const { searchParams } = new URL(inject('serverUrl'));
  const [host, port] = [searchParams.get('host')!, searchParams.get('port')!];
  const count = { roundTrips: 0, statements: 0 };
  const sockets = new Set<Socket>();
  let whole = true;
  const server = createServer((here) => {
    const there = connect(join(host, `.s.PGSQL.${port}`));
    for (const socket of [here, there]) sockets.add(socket.on('error', () => undefined));
    if (!whole) here.destroy();
    const executed = statementsIn();
    let asking = false;
    here.on('data', (data: Buffer) => {
      // a connection being made is not counted, nor what is sent when all is known and not waited for
      if (!asking && executed.greeted() && !/^Q\0\0\0.(commit|rollback)\0$/.test(data.toString('latin1')))
        count.roundTrips += 1;
      asking = true;
      count.statements += executed.of(data);
      there.write(data);
    });
    there.on('data', (data: Buffer) => {
      asking = false;
      here.write(data);
    });
    here.on('close', () => there.destroy());
    there.on('close', () => here.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(join(folder, `.s.PGSQL.${port}`), resolve));
  const drop = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  afterAll(() => {
    drop();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    count,
    cut() {
      whole = false;
      drop();
    },
    mend: () => void (whole = true),
  };
}

/** Counts the statements a client has executed: messages of the kinds E and Q, after the first one, which has no kind. */
function statementsIn() {
  let [waiting, greeted] = [Buffer.alloc(0), false];
  const of = (data: Buffer): number => {
    waiting = Buffer.concat([waiting, data]);
    let found = 0;
    for (;;) {
      const kind = greeted ? 1 : 0;
      if (waiting.length < kind + 4) return found;
      const end = kind + waiting.readInt32BE(kind);
      if (waiting.length < end) return found;
      if (greeted && (waiting[0] === 0x45 || waiting[0] === 0x51)) found += 1;
      [waiting, greeted] = [waiting.subarray(end), true];
    }
  };
  return { of, greeted: () => greeted };
}

const wire = await aWire();
const through = new URL(await aDatabase());
const direct = through.href;
through.searchParams.set('host', wire.folder);
const house = await aServer({ databaseUrl: direct, throughUrl: through.href });

describe('a request', () => {
  let caller: Caller;
  let someone: { id: string; userName: string };
  let place: { id: string };
  beforeAll(async () => {
    const org = await anOrganisation(house);
    caller = await signedIn(house, await aUser(house, { at: org }));
    someone = await aUser(house, { at: org });
    place = await aNode(house, { parent: org, nodeType: 'COMPANY' });
  });

  /** Round trips and statements of one request, once its session and the connections are known. */
  const costOf = async (work: () => Promise<{ status: number }>) => {
    for (let warm = 0; warm < 3; warm += 1) expect((await work()).status).toBe(200);
    Object.assign(wire.count, { roundTrips: 0, statements: 0 });
    expect((await work()).status).toBe(200);
    return { ...wire.count };
  };

  test('that reads one record takes one round trip, its session included', async () => {
    expect((await costOf(() => caller.get(`/user-management/users/${someone.id}`))).roundTrips).toBe(1);
    expect((await costOf(() => caller.get(`/user-management/users/${caller.person.id}`))).roundTrips).toBe(1);
  });

  test('that reads a list takes one round trip and at most six statements, however long the list', async () => {
    for (const size of [1, 100]) {
      const cost = await costOf(() => caller.get(`/user-management/users?size=${size}`));
      expect([cost.roundTrips, cost.statements <= 6]).toEqual([1, true]);
    }
    expect(
      (await costOf(() => caller.get('/user-management/users?search=ada&size=100'))).statements,
    ).toBeLessThanOrEqual(6);
    expect((await costOf(() => caller.get(`/node-management/node/${place.id}/children`))).roundTrips).toBe(1);
    expect(
      (await costOf(() => caller.get('/node-management/node/search?search=company'))).roundTrips,
    ).toBeLessThanOrEqual(2);
    expect((await costOf(() => caller.get(`/node-management/node/${place.id}`))).roundTrips).toBeLessThanOrEqual(2);
  });

  test('that reads any list takes at most six round trips, however much there is in it', async () => {
    const org = rootOf(caller.person.at);
    const about = await aUser(house, { at: org });
    const above = await signedIn(house, await aUser(house, { at: platform }));
    // what any door is about is there several times, so that a question for each row would be seen
    for (const door of guarded) for (const _ of [1, 2, 3, 4, 5, 6, 7]) await readySample(house, door, about, caller);
    const lists = guarded.filter(
      ({ name, endpoint: { method, page, result } }) =>
        method === 'GET' && (page || result._zod.def.type === 'array' || name.endsWith('.list')),
    );
    const costs: Record<string, number> = {};
    for (const door of lists) {
      const who = fromAbove.includes(door.name) ? above : caller;
      const { url } = await readySample(house, door, about, who);
      const sized = door.endpoint.page ? `${url}${url.includes('?') ? '&' : '?'}size=100` : url;
      costs[door.name] = (await costOf(() => who.get(sized))).roundTrips;
    }
    for (const domain of ['users', 'roles', 'nodes', 'organisations', 'devices', 'audit', 'nodeImports', 'userViews'])
      expect([domain, Object.keys(costs).some((name) => name.startsWith(`${domain}.`))]).toEqual([domain, true]);
    expect(Object.entries(costs).filter(([, roundTrips]) => roundTrips > 6)).toEqual([]);
  }, 120_000);

  test('that reads the settings of a hundred stores asks one question, as for one store', async () => {
    const region = await aNode(house, { parent: place as Place, nodeType: 'TRADING_REGION' });
    for (let at = 0; at < 100; at += 1) await aNode(house, { parent: region, nodeType: 'STORE' });
    for (const at of [place, region])
      await caller.put(`/node-management/node/${at.id}/settings/theme`, { fields: { fontSize: { value: '15px' } } });
    const url = `/node-management/node/${region.id}/settings/theme/places`;
    expect((await caller.get(`${url}?size=100`)).body.result).toHaveLength(100);
    const [one, all] = [
      await costOf(() => caller.get(`${url}?size=1`)),
      await costOf(() => caller.get(`${url}?size=100`)),
    ];
    // besides the beginning, the session and the end
    expect([one, all]).toEqual([
      { roundTrips: 1, statements: 4 },
      { roundTrips: 1, statements: 4 },
    ]);
  });

  test('that changes a record takes no more round trips than it has questions', async () => {
    const { roundTrips, statements } = await costOf(() =>
      caller.put(`/user-management/users/${someone.id}`, filledIn(someone)),
    );
    expect(roundTrips).toBeLessThanOrEqual(6);
    expect(statements).toBeLessThanOrEqual(11);
  });
});

describe('a transaction', () => {
  const database = openDatabase({ connectionString: direct }, { connections: 1 });
  afterAll(() => database.close());

  test('that fails takes everything back and leaves the connection clean for the next', async () => {
    await database.transaction((db) => db.run(sql`create table kept (number int unique)`));
    await expect(
      database.transaction(async (db) => {
        await db.run(sql`insert into kept values (1)`);
        await db.first(sql`select set_config('app.org', 'left over', true)`);
        await db.run(sql`insert into kept values ('no number')`);
      }),
    ).rejects.toThrow(/invalid input syntax/);
    await expect(
      database.transaction(async (db) => {
        await db.run(sql`insert into kept values (2)`);
        throw new Error('ours');
      }),
    ).rejects.toThrow('ours');
    const left = await database.transaction(async (db) => ({
      rows: await db.many(sql`select number from kept`),
      ...(await db.first(
        sql<{ org: string }>`select nullif(current_setting('app.org', true), '') as org, pg_backend_pid() as pid`,
      )),
    }));
    expect(left).toMatchObject({ rows: [], org: null });
  });

  test('whose failed question was caught in between is not said to be stored', async () => {
    const caught = database.transaction(async (db) => {
      await db.run(sql`insert into kept values (3)`);
      await db.run(sql`insert into kept values (3)`).catch(() => undefined);
    });
    await expect(caught).rejects.toThrow('the transaction was rolled back');
    expect(await database.transaction((db) => db.many(sql`select number from kept`))).toEqual([]);
  });

  test('stores nothing and says why where something failed that nobody waited for, whatever is asked after it', async () => {
    const same = sql`insert into kept values (3)`;
    const twice = async (db: Db): Promise<unknown> => [db.send(same), db.send(same)];
    for (const work of [twice, async (db: Db) => [await twice(db), await db.run(same)]])
      await expect(database.transaction(work)).rejects.toMatchObject({ code: '23505' });
  });

  test('that is over asks nothing more, since its connection may serve somebody else by now', async () => {
    const late = await database.transaction(async (db) => db);
    await expect(late.first(sql`select 1 as one`)).rejects.toThrow('after the transaction was over');
    const read = await database.begin();
    read.finish();
    await expect(read.run(sql`insert into kept values (4)`)).rejects.toThrow('after the transaction was over');
    expect(await database.transaction((db) => db.many(sql`select number from kept`))).toEqual([]);
  });

  test('whose connection was cut off fails, and the next one works', async () => {
    await expect(
      database.transaction((db) => db.first(sql`select pg_terminate_backend(pg_backend_pid())`)),
    ).rejects.toThrow();
    expect(await database.transaction((db) => db.first(sql`select 1 as one`))).toEqual({ one: 1 });
  });

  test('gives times as they are written, in UTC, and the time before all time as none', async () => {
    const row = await database.transaction((db) =>
      db.first(sql`
      select '2026-11-21 05:00:00.123456+01'::timestamptz as precise, '2026-11-21 04:00:00.5+00'::timestamptz as short, '2026-11-21 04:00:00+00'::timestamptz as whole,
             '-infinity'::timestamptz as never, '2026-11-21'::date as day, 9007199254740991::bigint as large, null::timestamptz as missing`),
    );
    expect(row).toEqual({
      precise: '2026-11-21T04:00:00.123Z',
      short: '2026-11-21T04:00:00.500Z',
      whole: '2026-11-21T04:00:00Z',
      never: null,
      day: '2026-11-21',
      large: 9_007_199_254_740_991,
      missing: null,
    });
  });
});

test('a prepared question is put into words once, and asked each time with the values of that time alone', async () => {
  let worded = 0;
  const sum = prepared((wish: Places<{ one: number; list: readonly string[] }>) => {
    worded += 1;
    return sql<{
      sum: number;
      list: string[];
    }>`select ${wish.one}::int + ${10}::int as sum, ${wish.list}::text[] as list, ${wish.one}::text as again`;
  });
  const database = openDatabase({ connectionString: await aDatabase() });
  const answers = await database.transaction((db) =>
    Promise.all([db.first(sum({ one: 1, list: ['a'] })), db.first(sum({ one: 2, list: [] }))]),
  );
  expect(answers).toEqual([
    { sum: 11, list: ['a'], again: '1' },
    { sum: 12, list: [], again: '2' },
  ]);
  expect(worded).toBe(1);
  expect(sum({ one: 3, list: [] }).compile(build).parameters).toEqual([3, 10, [], 3]);
  await database.close();
});

test('a product that cannot reach its database asks to come back, lives on, and works again when it can', async () => {
  const org = await anOrganisation(house);
  const caller = await signedIn(house, await aUser(house, { at: org }));
  wire.cut();
  for (const url of ['/user-management/users', `/user-management/users/${caller.person.id}`]) {
    const answer = await caller.get(url);
    expect([answer.status, answer.body.messageCode, Number(answer.headers['retry-after']) > 0]).toEqual([
      503,
      'service.unavailable',
      true,
    ]);
  }
  expect((await house.ask({ url: '/health/ready' })).status).toBe(503);
  expect((await house.ask({ url: '/health/live' })).status).toBe(200);
  wire.mend();
  expect((await caller.get('/user-management/users')).status).toBe(200);
  expect((await house.ask({ url: '/health/ready' })).status).toBe(200);
});
