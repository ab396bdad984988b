// Prints figures, baselines and ratios: npm run bench -- --size M [--seconds 3] [--only users,yardsticks,configuration,trees,products,imports,product-imports,bulk,sign-in,starts,pages,hierarchy,dashboards,designer,dialogs] [--data DIR]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { prepareDatabase } from '../api/src/platform/database/server/prepare.ts';
import { hashing } from '../api/src/platform/security/hashing.ts';
import { secretKey } from '../api/src/platform/security/keys.ts';
import { startPostgres } from '../api/src/platform/database/server/postgres.ts';
import { seedDemo } from '../scripts/seed/demo.ts';
import { installationState } from '../api/src/platform/database/schema/installation-state.ts';
import { seedSize, type Size, sizes } from '../scripts/seed/sizes.ts';
import { bulkRows } from './bulk.ts';
import { dashboardRows } from './dashboards.ts';
import { designerRows } from './designer.ts';
import { dialogRows } from './dialogs.ts';
import { importRows, productImportRows } from './imports.ts';
import { pageRows } from './pages.ts';
import { hierarchyRows } from './hierarchy.ts';
import { startProduct } from './product.ts';
import { productRows } from './products.ts';
import { type Bench, configurationRows, type Row, signInRows, userRows } from './rows.ts';
import { startRows } from './starts.ts';
import { treeRows } from './trees.ts';
import { updateRows } from './updates.ts';
import { yardstickRows } from './yardsticks.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: 'demo' },
    seconds: { type: 'string', default: '3' },
    only: {
      type: 'string',
      default:
        'users,yardsticks,configuration,trees,products,imports,product-imports,bulk,sign-in,pages,hierarchy,dashboards,designer,dialogs,starts',
    },
    data: { type: 'string' },
  },
});
const only = values.only.split(',');
const log = (line: string) => void process.stderr.write(`${line}\n`);
const dataDir = values.data ?? mkdtempSync(join(tmpdir(), 'bench-'));
const rows: Row[] = [];
// fixed, since the passwords of a reused data folder were hashed with it
const key = secretKey({ dataDir, secretKey: undefined });

try {
  const server = await startPostgres({ dataDir, log });
  const settings = {
    DATABASE_URL: server.ownerUrl,
    SECRET_KEY: Buffer.from(key).toString('hex'),
    ENVIRONMENT: 'testing',
  };
  try {
    const appUrl = await seedIfEmpty(server.ownerUrl);
    const product = await startProduct(dataDir, settings);
    try {
      const bench: Bench = {
        port: product.port,
        ownerUrl: server.ownerUrl,
        appUrl,
        seconds: Number(values.seconds),
        ...(await largestOrganisation(server.ownerUrl)),
      };
      if (only.includes('users')) rows.push(...(await userRows(bench)), ...(await updateRows(bench)));
      if (only.includes('yardsticks')) rows.push(...(await yardstickRows(bench)));
      if (only.includes('configuration')) rows.push(...(await configurationRows(bench)));
      if (only.includes('trees')) rows.push(...(await treeRows(bench, log)));
      if (only.includes('products')) rows.push(...(await productRows(bench)));
      if (only.includes('imports')) rows.push(...(await importRows(bench)));
      if (only.includes('product-imports')) rows.push(...(await productImportRows(bench)));
      if (only.includes('bulk')) rows.push(...(await bulkRows(bench)));
      if (only.includes('sign-in')) rows.push(...(await signInRows(bench)));
      if (only.includes('pages')) rows.push(...(await pageRows(bench)));
      if (only.includes('dashboards')) rows.push(...(await dashboardRows(bench, log)));
      if (only.includes('designer')) rows.push(...(await designerRows(bench)));
      if (only.includes('dialogs')) rows.push(...(await dialogRows(bench)));
      if (only.includes('hierarchy')) rows.push(...(await hierarchyRows(bench, log)));
    } finally {
      await product.stop();
    }
  } finally {
    await server.stop();
  }
  if (only.includes('starts')) rows.push(...(await startRows(dataDir)));
  print();
} finally {
  if (!values.data) rmSync(dataDir, { recursive: true, force: true });
}

/** Returns the URL of the application's role. */
async function seedIfEmpty(ownerUrl: string): Promise<string> {
  const { appUrl } = await prepareDatabase({ databaseUrl: ownerUrl, databaseAppUrl: undefined, dataDir }, key, log);
  if (!(await installationState(ownerUrl)).empty) return appUrl;
  const hasher = hashing({ memoryKib: 19_456, passes: 2, parallelism: 1, concurrency: 2, queueSeconds: 60 }, key);
  const size = sizes.find((known) => known === values.size.toUpperCase());
  if (size) await seedSize(ownerUrl, size satisfies Size, hasher, log);
  else await seedDemo(ownerUrl, hasher, log);
  return appUrl;
}

/** The organisation with the most users and its administrator. */
async function largestOrganisation(ownerUrl: string): Promise<Pick<Bench, 'host' | 'userName' | 'org'>> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows: organisations } = await client.query<{ id: string; path: string; host: string; domain: string }>(`
    select n.id, n.tpath as path, h.host, d.domain_name as domain from nodes n
      join portal_hosts h on h.org_id = n.id and h.is_url join domains d on d.org_id = n.id and d.is_default
     where n.node_type = 'ORGANIZATION' order by (select count(*) from users u where u.org_id = n.id) desc limit 1`);
  await client.end();
  const { id, path, host, domain } = organisations[0]!;
  return { host, userName: `org.admin@${domain}`, org: { id, path } };
}

function ratioText(ratio: number): string {
  return ratio.toFixed(ratio < 0.1 ? 3 : 2);
}

function print(): void {
  const table = rows.map(({ work, figure, baseline, unit, budget, note }) => {
    const ratio = figure / baseline;
    const passed = note?.startsWith('at most') ? ratio <= budget : ratio >= budget;
    return {
      work,
      figure: `${figure.toFixed(1)} ${unit}`,
      baseline: `${baseline.toFixed(1)} ${unit}`,
      ratio: ratioText(ratio),
      budget: Number.isFinite(budget) ? ratioText(budget) : '-',
      passed: Number.isFinite(budget) ? (passed ? 'yes' : 'NO') : '-',
      note: note ?? '',
    };
  });
  process.stdout.write(`Size ${values.size}, ${new Date().toISOString()}\n`);
  console.table(table);
  process.stdout.write(`${JSON.stringify({ size: values.size, rows })}\n`);
}
