import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'storeward-install-'));
const installed = join(folder, 'node_modules', 'tool', 'package.json');
afterAll(() => rmSync(folder, { recursive: true }));

/** A product with one package for development. */
beforeAll(() => {
  const write = (path: string, content: object) => writeFileSync(join(folder, path), JSON.stringify(content));
  for (const name of ['scripts', 'tool']) mkdirSync(join(folder, name));
  for (const name of ['install.mjs', 'postinstall.mjs', 'preparation-lock.mjs'])
    copyFileSync(new URL(name, import.meta.url), join(folder, 'scripts', name));
  const npm = (cwd: string, ...args: string[]) => execFileSync('npm', args, { cwd, stdio: 'ignore' });
  write('tool/package.json', { name: 'tool', version: '1.0.0' });
  npm(join(folder, 'tool'), 'pack', '--pack-destination', '..');
  write('package.json', { name: 'product', private: true, devDependencies: { tool: 'file:tool-1.0.0.tgz' } });
  npm(folder, 'install', '--package-lock-only', '--offline', '--no-audit');
});
beforeEach(() => rmSync(join(folder, 'node_modules'), { recursive: true, force: true }));

/** Installs in a process of its own; returns its exit code and output. */
async function install(env: Record<string, string> = {}): Promise<{ code: number; output: string }> {
  const script = "import('./scripts/install.mjs').then(({ install }) => install())";
  const child = spawn(process.execPath, ['-e', script], { cwd: folder, env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (output += part));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

test('installs what the build of the web app needs, also with NODE_ENV=production', async () => {
  expect(await install({ NODE_ENV: 'production' })).toMatchObject({ code: 0 });
  expect(existsSync(installed)).toBe(true);
});

test('of several first starts of one folder at once one installs, the others wait for it, and all go on', async () => {
  const starts = await Promise.all([install(), install(), install()]);
  expect(starts.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(starts.filter(({ output }) => output.includes('Installing the packages'))).toHaveLength(1);
  expect(existsSync(installed)).toBe(true);
  expect(readdirSync(folder).filter((name) => name.startsWith('.preparing'))).toEqual([]);
});

test('a start goes on where one has ended in the middle of its installation', async () => {
  const ended = spawn(process.execPath, ['-e', '']);
  await once(ended, 'close');
  writeFileSync(join(folder, '.preparing'), String(ended.pid));
  const starts = await Promise.all([install(), install()]);
  expect(starts.map(({ code }) => code)).toEqual([0, 0]);
  expect(existsSync(installed)).toBe(true);
});
