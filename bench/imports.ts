import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { csvLine } from '@storeward/contract/csv';
import type { ImportRun } from '@storeward/contract/imports';
import pg from 'pg';
import { client } from './load.ts';
import { type Bench, type Row, tokenOf } from './rows.ts';

/** One kind of import: its endpoint, its file, and the rows it creates. */
type ImportKind = {
  readonly plural: string;
  readonly url: string;
  readonly table: 'nodes' | 'users' | 'products';
  readonly count: number;
  readonly columns: readonly string[];
  readonly line: (number: number) => string[];
};

/** Imports of 25,000 stores and 25,000 users against COPY of the same rows, and the latency of other requests meanwhile. */
export async function importRows(bench: Bench): Promise<Row[]> {
  const owner = new pg.Client({ connectionString: bench.ownerUrl });
  await owner.connect();
  try {
    const codesOf = async (types: string) => {
      const { rows } = await owner.query<{ code: string }>(
        `select code from nodes where org_id = $1 and node_type = any($2) and status order by id limit 200`,
        [bench.org.id, types.split(' ')],
      );
      return rows.map(({ code }) => code);
    };
    const groupCodes = await codesOf('STORE_GROUP SUB_STORE_GROUP');
    const storeCodes = await codesOf('STORE');
    const stores: ImportKind = {
      plural: 'stores',
      url: '/node-management/imports',
      table: 'nodes',
      count: 25_000,
      columns: ['type', 'code', 'name', 'parentCode', 'street', 'city', 'postCode', 'country', 'timeZone', 'status'],
      line: (number) => [
        'STORE',
        `BENCH-${number}`,
        `Bench store ${number}`,
        groupCodes[number % groupCodes.length]!,
        `${number} High Street`,
        'Leeds',
        'LS1 6HD',
        'GB',
        'Europe/London',
        'enabled',
      ],
    };
    const users: ImportKind = {
      plural: 'users',
      url: '/user-management/users/import',
      table: 'users',
      count: 25_000,
      columns: ['userName', 'firstName', 'lastName', 'emailId', 'roleName', 'nodeCode', 'language', 'timeZone'],
      line: (number) => [
        `bench.${number}`,
        'Bench',
        `Person ${number}`,
        `bench.${number}@mail.example`,
        'Store user',
        storeCodes[number % storeCodes.length]!,
        'en',
        'Europe/London',
      ],
    };
    return [...(await measureImport(bench, owner, stores)), ...(await measureImport(bench, owner, users))];
  } finally {
    await owner.end();
  }
}

/** The same for 100,000 products. */
export async function productImportRows(bench: Bench): Promise<Row[]> {
  const owner = new pg.Client({ connectionString: bench.ownerUrl });
  await owner.connect();
  try {
    return await measureImport(bench, owner, {
      plural: 'products',
      url: '/product-management/imports',
      table: 'products',
      count: 100_000,
      columns: ['SKU', 'name', 'shortDescription', 'price', 'currency', 'vatClass', 'tags', 'status'],
      line: (number) => [
        `BENCH-${number}`,
        `${colours[number % colours.length]} ceramic mug ${number}`,
        'Holds 300 ml, dishwasher safe',
        `${number % 90}.99`,
        'GBP',
        'standard',
        'Kitchen|Gifts',
        'enabled',
      ],
    });
  } finally {
    await owner.end();
  }
}

const colours = ['Red', 'Blue', 'Green', 'Ivory', 'Turquoise'];

async function measureImport(bench: Bench, owner: pg.Client, kind: ImportKind): Promise<Row[]> {
  const { plural, url, count, columns } = kind;
  const counted = `${count.toLocaleString('en')} ${plural}`;
  const { send, close } = client(bench.port, bench.host);
  const headers = { authorization: `Bearer ${await tokenOf(bench)}` };
  const request = async (path: string, method = 'GET', body?: string): Promise<ImportRun> => {
    const contentType = body === undefined ? {} : { 'content-type': 'text/csv' };
    const options = {
      path: url + path,
      method,
      headers: { ...headers, ...contentType },
      ...(body === undefined ? {} : { body }),
    };
    return (JSON.parse(await send(options)) as { result: ImportRun }).result;
  };
  const waitUntilFinished = async (id: string, from: number) => {
    for (;;) {
      const run = await request(`/${id}`);
      if (!['checking', 'running'].includes(run.state)) return { run, seconds: (performance.now() - from) / 1000 };
      await delay(50);
    }
  };
  const lines = Array.from({ length: count }, (_, number) => csvLine(kind.line(number)));

  const times: number[] = [];
  const done = new AbortController();
  const otherRequests = (async () => {
    while (!done.signal.aborted) {
      const startedAt = performance.now();
      await send({ path: '/user-management/users?size=5', headers });
      times.push(performance.now() - startedAt);
      await delay(20);
    }
  })();

  const startedAt = performance.now();
  const { id } = await request('?fileName=bench.csv', 'POST', csvLine(columns) + lines.join(''));
  const checked = await waitUntilFinished(id, startedAt);
  const runStartedAt = performance.now();
  await request(`/${id}/start`, 'PUT');
  const finished = await waitUntilFinished(id, runStartedAt);
  done.abort();
  await otherRequests;
  close();
  if (finished.run.created !== count)
    throw new Error(`${finished.run.created} of ${count} ${plural} were imported: ${JSON.stringify(finished.run)}`);

  const copied = await copySeconds(owner, bench.org.id, kind);
  times.sort((a, b) => a - b);
  const p95 = times[Math.floor(times.length * 0.95)] ?? Number.NaN;
  const perSecond = (seconds: number) => count / seconds;
  const against = { baseline: perSecond(copied), unit: 'rows/s', budget: 0.15 };
  return [
    { work: `import ${counted}: upload and check`, figure: perSecond(checked.seconds), ...against },
    { work: `import ${counted}: write, with audit`, figure: perSecond(finished.seconds), ...against },
    {
      work: `other requests while ${plural} are imported, p95`,
      figure: p95,
      baseline: 300,
      unit: 'ms',
      budget: 1,
      note: 'at most',
    },
  ];
}

/** Per table, the assignments that give a copied row other unique values. */
const uniqueValues = {
  nodes: `tpath = tpath || 'z.', code = 'C' || code, code_norm = 'c' || code_norm`,
  users: `user_name = 'c' || user_name, user_name_norm = 'c' || user_name_norm`,
  products: `sku = 'C' || sku, sku_norm = 'c' || sku_norm`,
} as const;
const importedRows = {
  nodes: `code like 'BENCH-%'`,
  users: `user_name like 'bench.%'`,
  products: `sku like 'BENCH-%'`,
} as const;

/** Seconds of COPY for the same rows into the same table with the same indexes. */
async function copySeconds(owner: pg.Client, orgId: string, { table }: ImportKind): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-copy-'));
  const file = join(folder, table);
  try {
    await owner.query('begin');
    // copies of the same rows under new ids, paths and codes
    await owner.query(
      `create temp table copied on commit drop as select * from ${table} where org_id = '${orgId}' and ${importedRows[table]}`,
    );
    await owner.query(`update copied set id = gen_random_uuid(), ${uniqueValues[table]}`);
    await owner.query(`copy copied to '${file}'`);
    const startedAt = performance.now();
    await owner.query(`copy ${table} from '${file}'`);
    const seconds = (performance.now() - startedAt) / 1000;
    await owner.query('rollback');
    return seconds;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
