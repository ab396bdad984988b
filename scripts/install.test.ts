import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'storeward-install-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('installs what the build of the web app needs, also with NODE_ENV=production', () => {
  const write = (path: string, content: object) => writeFileSync(join(folder, path), JSON.stringify(content));
  for (const name of ['scripts', 'tool']) mkdirSync(join(folder, name));
  for (const name of ['install.mjs', 'postinstall.mjs'])
    copyFileSync(new URL(name, import.meta.url), join(folder, 'scripts', name));
  const npm = (cwd: string, ...args: string[]) => execFileSync('npm', args, { cwd, stdio: 'ignore' });
  write('tool/package.json', { name: 'tool', version: '1.0.0' });
  npm(join(folder, 'tool'), 'pack', '--pack-destination', '..');
  write('package.json', { name: 'product', private: true, devDependencies: { tool: 'file:tool-1.0.0.tgz' } });
  npm(folder, 'install', '--package-lock-only', '--offline', '--no-audit');
  execFileSync(process.execPath, ['-e', "import('./scripts/install.mjs').then(({ install }) => install())"], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'ignore',
  });
  expect(existsSync(join(folder, 'node_modules', 'tool', 'package.json'))).toBe(true);
});
