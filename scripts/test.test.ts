import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'storeward-test-run-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Fails unless a test of the same name has run before. */
const passesWhenRepeated = (name: string) => `
  const isFirst = !existsSync('${name}');
  writeFileSync('${name}', '');
  if (isFirst) throw new Error('only the first time');`;

/** A project with the test files of both runners: stable ones, unstable ones, and one with a planted failure. */
beforeAll(() => {
  for (const name of ['scripts', 'e2e']) mkdirSync(join(folder, name));
  for (const name of ['test.mjs', 'testing', 'browser.mjs', 'build-web.mjs', 'install.mjs', 'preparation-lock.mjs'])
    cpSync(join(root, 'scripts', name), join(folder, 'scripts', name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  write('package.json', JSON.stringify({ type: 'module', scripts: {} }));
  write('vitest.config.ts', `export default { test: { include: ['*.test.ts'] } };`);
  write('playwright.config.ts', `export default { testDir: 'e2e', workers: 2 };`);
  const files = `import { existsSync, writeFileSync } from 'node:fs';`;
  const unit = `import { beforeAll, describe, expect, test } from 'vitest'; ${files}`;
  write('stable.test.ts', `${unit} test('holds', () => expect(1).toBe(1));`);
  write(
    'unstable.test.ts',
    `${unit} test('holds at last', () => {${passesWhenRepeated('unit')}}); test('holds', () => {});`,
  );
  write(
    'group.test.ts',
    `${unit} describe('group', () => {
    beforeAll(() => {${passesWhenRepeated('hook')}}); test('holds', () => {}); test('holds too', () => {}); });`,
  );
  const browser = `import { expect, test } from '@playwright/test'; ${files}`;
  write('e2e/stable.spec.ts', `${browser} test('holds', () => {});`);
  write('e2e/unstable.spec.ts', `${browser} test('holds at last', () => {${passesWhenRepeated('browser')}});`);
});

const write = (path: string, content: string) => writeFileSync(join(folder, path), content);

async function run(...args: string[]): Promise<{ code: number; output: string }> {
  for (const marker of ['unit', 'hook', 'browser']) rmSync(join(folder, marker), { force: true });
  const { VITEST: _, ...environment } = process.env;
  const env = {
    ...environment,
    PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
    CHROMIUM: '/bin/true',
  };
  const child = spawn(process.execPath, ['scripts/test.mjs', '--only', 'vitest,playwright', ...args], {
    cwd: folder,
    env,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

test('what passes when its file runs again alone is listed as unstable and counts as passed', async () => {
  const { code, output } = await run();
  expect(output).toMatch(/\n7 passed, 0 failed\n$/);
  expect(code).toBe(0);
  const unstable = [
    { file: 'group.test.ts', title: '[] group', message: 'only the first time' },
    { file: 'unstable.test.ts', title: '[] holds at last', message: 'only the first time' },
    { file: 'e2e/unstable.spec.ts', title: 'holds at last', message: 'Error: only the first time' },
  ];
  expect(JSON.parse(readFileSync(join(folder, 'test-results/unstable.json'), 'utf8'))).toEqual(unstable);
  expect(output).toContain('Unstable (passed when run alone):');
  for (const { file, title, message } of unstable) expect(output).toContain(`  ${file} > ${title}\n    ${message}`);
});

test('a planted failure turns the run red, and a second one of the other runner does not hide it', async () => {
  const broken = `test('is broken', () => { throw new Error('planted'); });`;
  write('broken.test.ts', `import { test } from 'vitest'; ${broken}`);
  write('e2e/broken.spec.ts', `import { test } from '@playwright/test'; ${broken}`);
  const { code, output } = await run();
  expect(output).toMatch(/\n7 passed, 2 failed\n$/);
  expect(code).toBe(1);
});

test('a run of given files repeats nothing', async () => {
  const { code, output } = await run('unstable');
  expect(output).toMatch(/\n1 passed, 2 failed\n$/);
  expect(code).toBe(1);
});
