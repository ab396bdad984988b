import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { auditFormats } from '@storeward/contract/audit';
import { exportPageSize } from '@storeward/contract/users/user-export';
import { productExportPageSize } from '@storeward/contract/products/product-import';
import { growthDuring } from './latency.ts';
import { insertAuditEntries, insertCopies, insertedAction, insertedKeys, insertedRows } from './many-records.ts';
import { signedIn, withProduct } from './product.ts';
import { type Figure, kestrel, type ProofOptions, rowsOf } from './setup.ts';

/** Maximum growth of the process in MiB. */
const maxGrowth = 32;

/** How a client reads: after so many bytes it pauses. */
type Reading = { readonly bytes: number; readonly pauseMs: number };
const fast: Reading = { bytes: Infinity, pauseMs: 0 };

/** Opens a path and returns the parts of its response as its client reads them. */
type Open = (path: string, reading: Reading) => Promise<AsyncIterable<Buffer>>;

/** An export: the table of its rows, a slow client of it, a short one to warm up with, and one that counts the rows it reads. */
type Export = {
  readonly table: Parameters<typeof insertedRows>[1];
  readonly slow: Reading;
  readonly warmUp: (open: Open) => Promise<unknown>;
  readonly countRows: (open: Open, reading: Reading) => Promise<number>;
};

const auditExport = (format: string): Export => {
  const path = `/audit/export?format=${format}&action=${insertedAction}`;
  return {
    table: 'audit',
    slow: { bytes: 8 * 2 ** 20, pauseMs: 2_000 },
    // a day of entries
    warmUp: (open) => countEntries(open, `${path}&from=2026-01-01&to=2026-01-01`, fast),
    countRows: (open, reading) => countEntries(open, path, reading),
  };
};

const pagedExport = (table: 'users' | 'products', key: 'userName' | 'SKU', path: string): Export => ({
  table,
  slow: { bytes: 64 * 2 ** 10, pauseMs: 100 },
  warmUp: (open) => countPages(open, path, () => true, fast, 20),
  countRows: (open, reading) =>
    countPages(open, path, (row) => String(row[key]).startsWith(insertedKeys[table]), reading),
});

const exports: Readonly<Record<string, Export>> = {
  ...Object.fromEntries(Object.keys(auditFormats).map((format) => [`audit as ${format}`, auditExport(format)])),
  users: pagedExport('users', 'userName', `/user-management/user-export?size=${exportPageSize}`),
  products: pagedExport('products', 'SKU', `/product-management/product-export?size=${productExportPageSize}`),
  nodes: {
    table: 'nodes',
    slow: { bytes: 256 * 2 ** 10, pauseMs: 100 },
    warmUp: async () => undefined,
    countRows: async (open, reading) => {
      let rows = 0;
      for await (const line of createInterface({
        input: Readable.from(await open('/node-management/export', reading)),
      }))
        if (line.includes(`,${insertedKeys.nodes}`)) rows += 1;
      return rows;
    },
  },
};

/**
 * Growth of the process while its largest lists are exported, to a client that reads at once and to one that pauses (Linux only);
 * `rounds` is the number of audit entries in thousands, and there are a tenth of that of users, products and stores each.
 */
export function exportMemory({ rounds: thousands = 1_000, log }: ProofOptions): Promise<Figure[]> {
  return withProduct(async ({ running, client, ownerUrl }) => {
    log('inserting rows');
    await insertCopies(ownerUrl, thousands * 100);
    log('inserting audit entries');
    await insertAuditEntries(ownerUrl, thousands * 1_000);
    await rowsOf(ownerUrl, 'vacuum (analyze)');
    const headers = { ...(await signedIn(client, kestrel.host, kestrel.admin)), host: kestrel.host };
    const open: Open = async (path, reading) => {
      const outgoing = request({ host: '127.0.0.1', port: running.port, path, headers }).end();
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
      if (response.statusCode !== 200) throw new Error(`${path} was rejected with ${response.statusCode}.`);
      return read(response, reading);
    };
    const figures: Figure[] = [];
    for (const [name, { table, slow, warmUp, countRows }] of Object.entries(exports)) {
      await warmUp(open);
      const stored = await insertedRows(ownerUrl, table);
      for (const [client, reading] of Object.entries({ 'a fast client': fast, 'a slow client': slow })) {
        let rows = 0;
        const startedAt = performance.now();
        const { before, growth } = await growthDuring(running.pid(), async () => {
          rows = await countRows(open, reading);
        });
        const seconds = Math.round((performance.now() - startedAt) / 1000);
        figures.push({
          label: `export of ${name} to ${client}: rows, and growth of the process`,
          measured: `${rows} of ${stored} rows in ${seconds} s, ${growth.toFixed(1)} MiB, from ${before.toFixed(0)}`,
          expected: `all, under ${maxGrowth} MiB`,
          passed: rows === stored && growth < maxGrowth,
        });
        log(`${name} to ${client}: ${figures.at(-1)!.measured}`);
      }
    }
    return figures;
  });
}

async function* read(response: IncomingMessage, { bytes, pauseMs }: Reading): AsyncGenerator<Buffer> {
  let unpaused = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    yield part;
    unpaused += part.length;
    if (unpaused < bytes) continue;
    unpaused = 0;
    await delay(pauseMs);
  }
}

/** Counts the entries of a file of the audit, none of which has line breaks, and checks the number in its last line. */
async function countEntries(open: Open, path: string, reading: Reading): Promise<number> {
  const isEntry = path.includes('format=csv')
    ? (line: string) => line.includes(`,${insertedAction},`)
    : (line: string) => line.startsWith('{"type":"entry"');
  let [entries, last] = [0, ''];
  for await (const line of createInterface({ input: Readable.from(await open(path, reading)) })) {
    if (isEntry(line)) entries += 1;
    last = line;
  }
  if (Number(/(\d+)\D*$/.exec(last)?.[1]) !== entries) throw new Error(`${entries} entries, and at the end: ${last}`);
  return entries;
}

type Page = { readonly result: readonly Record<string, unknown>[]; readonly next?: string | null };

async function countPages(
  open: Open,
  path: string,
  isCounted: (row: Record<string, unknown>) => boolean,
  reading: Reading,
  limit = Infinity,
): Promise<number> {
  let [rows, cursor] = [0, ''];
  for (let page = 0; page < limit; page += 1) {
    const { result, next } = await json<Page>(open, path + cursor, reading);
    rows += result.filter(isCounted).length;
    if (!next) break;
    cursor = `&cursor=${encodeURIComponent(next)}`;
  }
  return rows;
}

async function json<T>(open: Open, path: string, reading: Reading): Promise<T> {
  const parts: Buffer[] = [];
  for await (const part of await open(path, reading)) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString()) as T;
}
