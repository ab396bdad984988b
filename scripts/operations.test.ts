import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Postgres, startPostgres } from '../api/src/platform/database/server/postgres.ts';
import { occupyPort, queryDatabase, startProduct, stopAllProducts } from '../api/test/product.ts';
import { commandsOfPage } from './proof/clean-root.ts';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'storeward operations '));
const backup = '/var/backups/storeward/storeward.tar.gz';
const backupOfOne = '/var/backups/storeward/kestrel.tar.gz';
let server: Postgres;

/** The lines of all blocks of a language. */
const linesOf = (language: string) =>
  [...page.matchAll(new RegExp(`^( *)\`\`\`${language}\\n(.*?)^ *\`\`\`$`, 'gms'))].flatMap(([, , text = '']) =>
    text.split('\n').flatMap((line) => line.trim() || []),
  );

beforeAll(async () => {
  server = await startPostgres({ dataDir: join(folder, 'server'), fast: true });
});
afterEach(stopAllProducts);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** Settings of an installation whose database is created by the commands of the page. */
async function newInstallation(name: string): Promise<Record<string, string>> {
  for (const line of linesOf('sql'))
    await queryDatabase(server.ownerUrl, line.replaceAll(/\bstoreward(_owner)?\b/g, `${name}$1`));
  const url = new URL(server.ownerUrl);
  url.pathname = `/${name}`;
  url.username = `${name}_owner`;
  mkdirSync(join(folder, name));
  return { DATABASE_URL: url.href, DATA_DIR: join(folder, name), SECRET_KEY: 'ab'.repeat(32), ENVIRONMENT: 'testing' };
}

function run(command: string, settings: Record<string, string> = {}): string {
  return execFileSync('sh', ['-ec', command.replace('/var/backups/storeward/', `"${folder}"/`)], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], HASH_MEMORY_KIB: '8', HASH_PASSES: '1', ...settings },
  });
}

/** The commands of the page with what each has to print, in the order of a life of an installation. */
const onInstallation: readonly (readonly [command: string, output: RegExp])[] = [
  ['npm run admin -- migrate', /The database is that of this version\./],
  [`npm run backup -- ${backup}`, /The backup is .*Keep SECRET_KEY/s],
  ['npm run verify', /All chains are valid\./],
  ['npm run rotate', /are encrypted with SECRET_KEY/],
];
const elsewhere = [`npm run restore -- ${backup}`];
const ofOne = [`npm run backup -- ${backupOfOne} --organisation KESTREL`, `npm run restore -- ${backupOfOne}`] as const;
const alone: readonly (readonly [command: string, output: RegExp])[] = [
  ['openssl rand -hex 32', /^[0-9a-f]{64}\n$/],
  ['npm run -s sbom', /CycloneDX/],
  ['npm run -s licences', /^fastify\t.*\tMIT\tshipped$/m],
];
const whileRunning: readonly (readonly [command: string, output: RegExp])[] = [
  ['curl -fsS http://127.0.0.1:8080/health/ready', /"ready"/],
  ['curl -fsS http://127.0.0.1:8080/version', /"storeward"/],
  ['curl -fsS http://127.0.0.1:9464/metrics', /^storeward_build_info/m],
];

test('every command of the page is run here', () => {
  const tested = [...onInstallation, ...alone, ...whileRunning].map(([command]) => command);
  expect(linesOf('sh').sort()).toEqual([...tested, ...elsewhere, ...ofOne].sort());
});

/** What needs a container engine, a cluster, systemd or a collector of traces; only the page itself names them. */
const notRun = [
  'systemctl enable --now storeward',
  'docker compose --project-directory deploy/compose up --detach --build --wait',
  'kubectl apply --kustomize deploy/kubernetes',
  'OTEL_TRACES_SAMPLER=parentbased_traceidratio',
  'OTEL_TRACES_SAMPLER_ARG=0.01',
];

test('every other command is run by the drill that begins with an empty Debian, or is named here as run by none', () => {
  const drilled = commandsOfPage('useradd');
  expect(drilled).toHaveLength(11);
  expect(linesOf('console').sort()).toEqual([...new Set([...drilled, ...notRun])].sort());
});

test('the commands of the page lead from an empty server to a restored installation', async () => {
  const settings = await newInstallation('shop');
  for (const [command, output] of onInstallation)
    expect([command, run(command, settings)]).toEqual([command, expect.stringMatching(output)]);
  const restored = run(elsewhere[0]!, await newInstallation('copy'));
  expect(restored).toMatch(/files are those of the backup\..*All chains are valid\./s);
});

test('the commands of the page bring one organisation to another installation', async () => {
  const settings = await newInstallation('many');
  await startProduct({ ...settings, DEMO_DATA: 'on' }).ready;
  await stopAllProducts();
  expect(run(ofOne[0], settings)).toContain('The backup is ');
  expect(run(ofOne[1], await newInstallation('other'))).toMatch(
    /files are those of the backup\..*All chains are valid\./s,
  );
});

test.for(alone)('%s prints what the page says', ([command, output]) => {
  expect(run(command)).toMatch(output);
});

test('the addresses of monitoring answer on a running installation', async () => {
  const { port: metricsPort, free } = await occupyPort();
  await free();
  const port = await startProduct({ ...(await newInstallation('watched')), METRICS_PORT: String(metricsPort) }).ready;
  for (const [command, output] of whileRunning) {
    const local = command.replace(':8080', `:${port}`).replace(':9464', `:${metricsPort}`);
    expect([command, run(local)]).toEqual([command, expect.stringMatching(output)]);
  }
});

test('the page names only variables that exist', () => {
  const known = readFileSync(join(root, '.env.example'), 'utf8');
  const named = [...page.matchAll(/`([A-Z][A-Z0-9]+_[A-Z0-9_]+)[`=]/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !known.includes(`${name}=`))).toEqual([]);
});

test('the files that the page shows for the proxy and the pooler are those that the drills run with', () => {
  const shown = [...page.matchAll(/\]\(\.\.\/deploy\/((?:nginx|pgbouncer|compose\/Caddyfile)[^)]*)\)/g)].map(
    ([, path = '']) => path,
  );
  const drills = ['stack.ts', 'proxy.ts']
    .map((file) => readFileSync(join(root, 'scripts/proof', file), 'utf8'))
    .join('');
  const used = [...drills.matchAll(/deployFile\(\s*'([^']+)'/g)].map(([, path = '']) => path);
  expect([...new Set(shown)].sort()).toEqual([...new Set(used)].sort());
  expect(used).toHaveLength(4);
});

test('the page names every drill and proof that exists, and no other', () => {
  const [, record = ''] = /^const proofs[^\n]*\{\n(.*?)^\};$/ms.exec(
    readFileSync(join(root, 'scripts/proof.ts'), 'utf8'),
  )!;
  const proofs = [...record.matchAll(/^ {2}'?([a-z-]+)'?[:,]/gm)].map(([, name = '']) => name);
  const rows = [...page.matchAll(/^((?:\| `npm run proof -- --only …` \|[^\n]*\n)(?:\|[^\n]*\n)+)/gm)].flatMap(
    ([, table = '']) => table.split('\n').slice(2),
  );
  const named = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name),
  );
  expect(named.toSorted()).toEqual(proofs.toSorted());
});
