import { setTimeout as delay } from 'node:timers/promises';
import { csvLine } from '@storeward/contract/csv';
import { type ImportRun, isInProgress } from '@storeward/contract/imports';
import { latencyDuring } from './latency.ts';
import { type Client, signedIn, withProduct } from './product.ts';
import { type Figure, kestrel, percentile, type ProofOptions, rowsOf } from './setup.ts';

const rowCount = 100_000;
/** Maximum times in milliseconds. */
const limits = { responded: 300, waiting: 1_200_000 };
const runs = '/product-management/imports';

/** Imports 100,000 products in the background and undoes the import, while other requests are served. */
export function productImport({ log }: ProofOptions): Promise<Figure[]> {
  return withProduct(async ({ client, ownerUrl }) => {
    const token = await signedIn(client, kestrel.host, kestrel.admin);
    const send = (path: string, method?: string, body?: Uint8Array) => sendRun(client, token, { path, method, body });
    const finished = async (id: string, end: ImportRun['state']) => {
      for (const latest = performance.now() + limits.waiting; performance.now() < latest; await delay(100)) {
        const run = await send(`${runs}/${id}`);
        if (isInProgress(run.state)) continue;
        if (run.state !== end) throw new Error(`Not ${end}: ${JSON.stringify(run)}`);
        log(`${end}: ${run.created} created, ${run.wrong} wrong, ${run.undone} undone`);
        return run;
      }
      throw new Error('The import takes too long.');
    };
    const before = await liveProducts(ownerUrl);
    let written = { live: 0, audited: 0 };
    let id = '';
    const responded = await latencyDuring(client, token, async () => {
      ({ id } = await send(`${runs}?fileName=products.csv`, 'POST', Buffer.from(file())));
      await finished(id, 'ready');
      await send(`${runs}/${id}/start`, 'PUT');
      await finished(id, 'done');
      written = { live: await liveProducts(ownerUrl), audited: await auditEntries(ownerUrl, id, 'product.created') };
      await send(`${runs}/${id}/undo`, 'PUT');
      await finished(id, 'undone');
    });
    const left = await liveProducts(ownerUrl);
    const expectEqual = (label: string, measured: number, expected: number): Figure => ({
      label: `import of ${rowCount.toLocaleString('en')} products: ${label}`,
      measured: String(measured),
      expected: String(expected),
      passed: measured === expected,
    });
    const p95 = percentile(responded, 0.95);
    return [
      expectEqual('products afterwards', written.live, before + rowCount),
      expectEqual('audit entries', written.audited, rowCount),
      expectEqual('products after the undo', left, before),
      expectEqual('audit entries of the undo', await auditEntries(ownerUrl, id, 'product.deleted'), rowCount),
      {
        label: 'other requests meanwhile',
        measured: `median ${percentile(responded, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms of ${responded.length}`,
        expected: `p95 at most ${limits.responded} ms`,
        passed: p95 <= limits.responded,
      },
    ];
  });
}

type RunRequest = {
  readonly path: string;
  readonly method?: string | undefined;
  readonly body?: Uint8Array | undefined;
};

async function sendRun(
  client: Client,
  token: Record<string, string>,
  { path, method = 'GET', body }: RunRequest,
): Promise<ImportRun> {
  const headers = { ...token, ...(body && { 'content-type': 'text/csv' }) };
  const { status, text } = await client.send({ path, method, headers, body, seconds: 120 });
  if (status !== 200) throw new Error(`${method} ${path} was rejected with ${status}: ${text}`);
  return (JSON.parse(text) as { result: ImportRun }).result;
}

const file = () =>
  csvLine(['SKU', 'name', 'shortDescription', 'price', 'currency', 'tags']) +
  Array.from({ length: rowCount }, (_, index) =>
    csvLine([`PROOF-${index}`, `Ceramic mug ${index}`, 'Holds 300 ml', `${index % 90}.99`, 'GBP', 'Kitchen|Gifts']),
  ).join('');

async function liveProducts(ownerUrl: string): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    ownerUrl,
    `select count(*)::int as count from products p join portal_hosts h on h.org_id = p.org_id where h.host = $1 and p.deleted_date is null`,
    [kestrel.host],
  );
  return row!.count;
}

async function auditEntries(ownerUrl: string, run: string, action: string): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    ownerUrl,
    `select count(distinct entity_id)::int as count from audit where run_id = $1 and action = $2`,
    [run, action],
  );
  return row!.count;
}
