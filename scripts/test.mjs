// npm test: runs every check and test in turn, continues after a failure, and ends with the total count.
// npm test -- --only vitest,playwright [files …] runs a part of it.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { browser } from './browser.mjs';
import { buildWeb } from './build-web.mjs';
import { exitWithError } from './install.mjs';

const results = mkdtempSync(join(tmpdir(), 'storeward-results-'));
const statements = join(results, 'statements.txt');
process.on('exit', () => rmSync(results, { recursive: true, force: true }));
const { only, files } = parseArguments(process.argv.slice(2));

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const checks = readdirSync('scripts').filter(
  (name) => /^check-[a-z-]+\.ts$/.test(name) && name !== 'check-structure.ts',
);
const steps = [
  ['typecheck', () => check(...commandLineOf('typecheck'))],
  ['lint', () => check(...commandLineOf('lint'))],
  ['format', () => check(...commandLineOf('fmt'))],
  ['structure', () => check(...commandLineOf('structure'))],
  ...checks.sort().map((name) => [basename(name, '.ts'), () => check('node', [`scripts/${name}`])]),
  ['tables', () => check('node', ['scripts/generate-tables.ts', '--check'])],
  ['knip', () => check('knip', [])],
  ['vitest', vitest],
  ['statements', unrunStatements],
  ['build', async () => single(await buildWeb(process.execPath, { strict: true }))],
  ['playwright', playwright],
];
const unknown = only?.find((name) => !steps.some(([step]) => step === name));
if (unknown) exitWithError(`There is no step "${unknown}". There are: ${steps.map(([step]) => step).join(', ')}.`);

let passed = 0;
let failed = 0;
for (const [name, run] of steps) {
  if (only && !only.includes(name)) continue;
  const startedAt = performance.now();
  const result = await run();
  passed += result.passed;
  // a skipped test counts as failed
  failed += result.failed + (result.skipped ?? 0);
  const counts = [
    `${result.passed} passed`,
    `${result.failed} failed`,
    ...(result.skipped ? [`${result.skipped} skipped`] : []),
  ];
  console.log(
    `${result.failed ? '✗' : '✓'} ${name}: ${counts.join(', ')} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`,
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
    { STATEMENTS_SEEN: statements },
  );
  return countsOf(code, report, ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) => {
    // a file that fails to load reports no failed test of its own
    const unloaded = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
    );
    return {
      passed: numPassedTests,
      failed: numFailedTests + unloaded.length,
      skipped: numPendingTests + numTodoTests,
    };
  });
}

/** Reports the SQL statements that no test ran; only after a complete run of vitest. */
async function unrunStatements() {
  if (files.length > 0 || !existsSync(statements)) return { passed: 0, failed: 0 };
  return check('node', ['scripts/unrun-statements.ts', statements]);
}

async function playwright() {
  const chromium = await browser();
  if (!chromium) {
    console.log('There is no Chromium and none could be installed: set CHROMIUM to the path of one.');
    return single(false);
  }
  const report = join(results, 'playwright.json');
  const env = { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const code = await run('playwright', ['test', '--reporter=dot,json', ...files], 'inherit', env);
  return countsOf(code, report, ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + (errors.length > 0 && stats.unexpected === 0 ? 1 : 0),
    skipped: stats.skipped,
  }));
}

/** The counts of a report; a run that failed without a failed test, or left no report, counts as one failure. */
function countsOf(code, report, read) {
  try {
    const result = read(JSON.parse(readFileSync(report, 'utf8')));
    return code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result;
  } catch {
    return single(false);
  }
}

/** The command line of a script in package.json. */
function commandLineOf(name) {
  const [program, ...args] = scripts[name].split(' ');
  return [program, args];
}

/** Runs a check, which counts as one test; its output is printed only when it fails. */
async function check(program, args) {
  let printed = '';
  const code = await run(program, args, (chunk) => (printed += chunk));
  if (code !== 0) console.log(printed.trim());
  return single(code === 0);
}

function single(good) {
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

function parseArguments(args) {
  const at = args.indexOf('--only');
  if (at < 0) return { only: undefined, files: args };
  const names = args[at + 1] ?? exitWithError('--only needs a name: --only vitest');
  return { only: names.split(','), files: args.toSpliced(at, 2) };
}
