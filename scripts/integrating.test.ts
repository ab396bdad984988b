import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Postgres, startPostgres } from '../api/src/platform/database/server/postgres.ts';
import { startProduct, stopAllProducts } from '../api/test/product.ts';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/integrating.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'storeward-integrating-'));
let database: Postgres;
let port: number;

beforeAll(async () => {
  database = await startPostgres({ dataDir: join(folder, 'server'), fast: true });
  port = await startProduct({
    DATABASE_URL: database.ownerUrl,
    DATA_DIR: join(folder, 'data'),
    SECRET_KEY: 'ab'.repeat(32),
    DEMO_DATA: 'on',
  }).ready;
});
afterAll(async () => {
  await stopAllProducts();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The blocks of a language, without their indentation. */
const blocksOf = (language: string) =>
  [...page.matchAll(new RegExp(`^( *)\`\`\`${language}\\n(.*?)^ *\`\`\`$`, 'gms'))].map(([, indent = '', text = '']) =>
    text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );

/** Runs commands with one shell, on the page's demo at the port of this test. */
async function run(...commands: readonly string[]): Promise<string> {
  const script = commands.join('\n').replaceAll(':8080', `:${port}`);
  const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', script], {
    cwd: root,
    env: {
      PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
      HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
  });
  return stdout;
}

const [signIn = '', ...steps] = blocksOf('sh');
/** What each block of commands has to print, in the order of the page. */
const outputs: readonly RegExp[] = [
  /^\{"result":\[\{"nodeId":.*"name":"Leeds/,
  /"section":"nodeConfig".*"value":"00:20:00"/,
  /"messageCode":"user.unknown","status":404/,
  /^Signed in to .*^USER NAME .*^North \(UK-NORTH, TRADING_REGION\)$.*^FIELD +VALUE +FROM.*"action": .*^The key of .* is removed\.$/ms,
  /^~ settings \/ nodeConfig \/ \. \/ autoLogoutDuration: 00:40:00 → 00:35:00\n.*^1 rows: 0 new, 1 changes,.*^1 rows: 0 created, 1 updated, 0 unchanged, 0 with errors\n$/ms,
];

test('every block of commands of the page is run here', () => {
  expect(steps).toHaveLength(outputs.length);
});

test.for(outputs.map((output, index) => [index + 1, output] as const))(
  'block %i of commands prints what the page says',
  async ([number, output]) => {
    expect(await run(signIn, steps[number - 1]!)).toMatch(output);
  },
);

test('the listing for TypeScript runs', async () => {
  const [listing = '', ...others] = blocksOf('ts');
  expect(others).toEqual([]);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'example.ts'), listing);
  const output = await run(signIn, `node "${join(folder, 'example.ts')}"`);
  expect(output).toMatch(/^\d+ enabled users, \d+ nodes\n404 user.unknown true\n$/);
});
