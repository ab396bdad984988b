// npm test: every check and every test, one after the other, going on after a failure, and one honest line at the end.
// npm test -- --only vitest,playwright [files …] runs a part of it.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { browser } from './browser.mjs';
import { buildWeb } from './build-web.mjs';
import { giveUp } from './install.mjs';

const results = mkdtempSync(join(tmpdir(), 'storeward-results-'));
process.on('exit', () => rmSync(results, { recursive: true, force: true }));
const { only, files } = choice(process.argv.slice(2));

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const checks = readdirSync('scripts').filter(
  (name) => /^check-[a-z-]+\.ts$/.test(name) && name !== 'check-structure.ts',
);
const steps = [
  ['typecheck', () => check(...wordsOf('typecheck'))],
  ['lint', () => check(...wordsOf('lint'))],
  ['format', () => check(...wordsOf('fmt'))],
  ['structure', () => check(...wordsOf('structure'))],
  ...checks.sort().map((name) => [basename(name, '.ts'), () => check('node', [`scripts/${name}`])]),
  ['tables', () => check('node', ['scripts/generate-tables.ts', '--check'])],
  ['knip', () => check('knip', [])],
  ['vitest', vitest],
  ['build', async () => outcome(buildWeb(process.execPath))],
  ['playwright', playwright],
];
const unknown = only?.find((name) => !steps.some(([step]) => step === name));
if (unknown) giveUp(`There is no step "${unknown}". There are: ${steps.map(([step]) => step).join(', ')}.`);

let passed = 0;
let failed = 0;
for (const [name, run] of steps) {
  if (only && !only.includes(name)) continue;
  const began = performance.now();
  const result = await run();
  passed += result.passed;
  // a test that is passed over proves nothing
  failed += result.failed + (result.skipped ?? 0);
  const words = [
    `${result.passed} passed`,
    `${result.failed} failed`,
    ...(result.skipped ? [`${result.skipped} skipped`] : []),
  ];
  console.log(
    `${result.failed ? '✗' : '✓'} ${name}: ${words.join(', ')} (${((performance.now() - began) / 1000).toFixed(1)} s)`,
  );
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function vitest() {
  const report = join(results, 'vitest.json');
  const code = await run(
    'vitest',
    ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...files],
    'inherit',
  );
  return counted(code, report, ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) => {
    // A file that cannot even be loaded has no test of its own to fail.
    const broken = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
    );
    return { passed: numPassedTests, failed: numFailedTests + broken.length, skipped: numPendingTests + numTodoTests };
  });
}

async function playwright() {
  const chromium = await browser();
  if (!chromium) {
    console.log('There is no Chromium and none could be installed: set CHROMIUM to the path of one.');
    return outcome(false);
  }
  const report = join(results, 'playwright.json');
  const env = { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const code = await run('playwright', ['test', '--reporter=dot,json', ...files], 'inherit', env);
  return counted(code, report, ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + (errors.length > 0 && stats.unexpected === 0 ? 1 : 0),
    skipped: stats.skipped,
  }));
}

/** The numbers of a report; a run that failed without naming a test, or left no report, is itself one failure. */
function counted(code, report, read) {
  try {
    const result = read(JSON.parse(readFileSync(report, 'utf8')));
    return code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result;
  } catch {
    return outcome(false);
  }
}

/** A check that package.json names is called just as it stands there. */
function wordsOf(name) {
  const [program, ...args] = scripts[name].split(' ');
  return [program, args];
}

/** One check is one test; what it says matters only when it fails. */
async function check(program, args) {
  let said = '';
  const code = await run(program, args, (chunk) => (said += chunk));
  if (code !== 0) console.log(said.trim());
  return outcome(code === 0);
}

function outcome(good) {
  return { passed: good ? 1 : 0, failed: good ? 0 : 1 };
}

function run(program, args, output, env = {}) {
  return new Promise((resolve) => {
    const stdio = output === 'inherit' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'];
    const child = spawn(program, args, { stdio, env: { ...process.env, ...env }, shell: process.platform === 'win32' });
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', output);
    const stop = (signal) => {
      child.kill(signal);
      child.once('close', () => process.exit(signal === 'SIGINT' ? 130 : 143));
    };
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
    child.on('error', (error) => {
      console.log(`Cannot start ${program}: ${error.message}`);
      resolve(1);
    });
    child.on('close', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop);
      resolve(code ?? 1);
    });
  });
}

function choice(args) {
  const at = args.indexOf('--only');
  if (at < 0) return { only: undefined, files: args };
  const names = args[at + 1] ?? giveUp('--only needs a name: --only vitest');
  return { only: names.split(','), files: args.toSpliced(at, 2) };
}
