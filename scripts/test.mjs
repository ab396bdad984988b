// npm test: runs every check and test in turn, continues after a failure, and ends with the total count.
// npm test -- --only vitest,playwright [files …] runs a part of it.
// In a run of all files, test files with failures run once more, alone: what passes then is unstable, not failed.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { browser } from './browser.mjs';
import { buildWeb } from './build-web.mjs';
import { exitWithError } from './install.mjs';
import { counts, filesToRepeat, slowestFiles, withRepetition } from './testing/outcomes.ts';

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

const unstable = [];
const fileTimes = {};
const stepTimes = [];
let passed = 0;
let failed = 0;
for (const [name, run] of steps) {
  if (only && !only.includes(name)) continue;
  const startedAt = performance.now();
  const result = await run();
  passed += result.passed;
  // a skipped test counts as failed
  failed += result.failed + (result.skipped ?? 0);
  const parts = [
    `${result.passed} passed`,
    `${result.failed} failed`,
    ...(result.skipped ? [`${result.skipped} skipped`] : []),
  ];
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  stepTimes.push(`${name} ${seconds} s`);
  console.log(`${result.failed ? '✗' : '✓'} ${name}: ${parts.join(', ')} (${seconds} s)`);
}
printTimes();
printUnstable();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function vitest() {
  const command = ['run', '--reporter=dot', '--reporter=./scripts/testing/vitest-reporter.ts'];
  return runTests('vitest', command, { alone: '--maxWorkers=1', env: { STATEMENTS_SEEN: statements } });
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
  const command = ['test', '--reporter=dot,./scripts/testing/playwright-reporter.ts'];
  return runTests('playwright', command, { alone: '--workers=1', env: { CHROMIUM: chromium } });
}

/** Runs all or the given test files; after a run of all files those that failed once more, one at a time, with nothing beside them. */
async function runTests(program, command, { alone, env }) {
  const first = await outcomesOf(program, [...command, ...files], env);
  const repeated = first && files.length === 0 ? filesToRepeat(first) : [];
  for (const [file, time] of Object.entries(first?.fileTimes ?? {})) fileTimes[file] = time;
  if (!first || repeated.length === 0) return first ? counts(first) : single(false);
  console.log(`Repeating alone: ${repeated.join(', ')}`);
  const second = await outcomesOf(program, [...command, alone, ...repeated], env);
  if (!second) return counts(first);
  const joined = withRepetition(first, second);
  unstable.push(...joined.unstable);
  return counts(joined.run);
}

/** The outcomes of a run; undefined if it left no report. A run that failed without a failed test counts as an error. */
async function outcomesOf(program, args, env) {
  const report = join(results, `${program}.json`);
  rmSync(report, { force: true });
  const code = await run(program, args, 'inherit', { ...env, OUTCOMES_FILE: report });
  if (!existsSync(report)) return undefined;
  const outcomes = JSON.parse(readFileSync(report, 'utf8'));
  if (code !== 0 && counts(outcomes).failed === 0) outcomes.errors.push(`${program} ended with exit code ${code}`);
  return outcomes;
}

function printTimes() {
  console.log(`\nTime of each step: ${stepTimes.join(', ')}`);
  const slowest = slowestFiles(fileTimes);
  if (slowest.length > 1) console.log('Slowest files, with their share of the time of all files:');
  for (const { file, seconds, percent } of slowest)
    console.log(`${percent.toFixed(1).padStart(6)} % ${seconds.toFixed(1).padStart(7)} s  ${file}`);
}

/** Lists what failed in the whole run only, also in `test-results/unstable.json`. */
function printUnstable() {
  if (files.length > 0) return;
  mkdirSync('test-results', { recursive: true });
  writeFileSync('test-results/unstable.json', `${JSON.stringify(unstable, undefined, 2)}\n`);
  if (unstable.length > 0) console.log('\nUnstable (passed when run alone):');
  for (const { file, title, message } of unstable) console.log(`  ${file} > ${title}\n    ${message}`);
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
