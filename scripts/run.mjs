// npm start, npm test and their like: prepares what is missing and runs the right file with the Node of the lockfile.
// Plain JavaScript for the system's own Node (18 or newer), and nothing slow when all is prepared.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { giveUp, install, modules, root, runtime } from './install.mjs';

process.chdir(root);
const withSettings = existsSync('.env') ? ['--env-file=.env'] : [];
const commands = {
  start: { web: true, run: [[...withSettings, 'api/src/main.ts']] },
  dev: {
    run: [
      [...withSettings, '--watch', 'api/src/main.ts'],
      [join(modules, 'vite', 'bin', 'vite.js'), 'web'],
    ],
  },
  seed: { run: [[...withSettings, 'scripts/seed.ts']] },
  verify: { run: [[...withSettings, 'scripts/verify.ts']] },
  rotate: { run: [[...withSettings, 'scripts/rotate.ts']] },
  tables: { run: [['scripts/generate-tables.ts']] },
  bench: { web: true, run: [['bench/run.ts']] },
  proof: { web: true, run: [['scripts/proof.ts']] },
  test: { run: [['scripts/test.mjs']] },
};

const [name = '', ...rest] = process.argv.slice(2);
const command = commands[name] ?? giveUp(`Unknown command "${name}". There are: ${Object.keys(commands).join(', ')}.`);

await install();
const node = runtime();
const cache = join(modules, '.cache', 'node');
process.env.NODE_COMPILE_CACHE ??= cache;
process.env.PATH = `${join(modules, '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`;
if (command.web && !buildWeb(node)) giveUp('The web app could not be built; the reason stands above.');

const children = command.run.map((args, index) =>
  spawn(node, [...args, ...(index === 0 ? rest : [])], { stdio: 'inherit' }),
);
passSignalsOn();
process.exitCode = await firstEnd();

/** Each signal once: a terminal and npm both send their own, and a server that is closing needs no second one. */
function passSignalsOn() {
  let passed = false;
  const pass = (signal) => {
    if (!passed) for (const child of children) child.kill(signal);
    passed = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass);
  // An npm that was killed outright can send nothing any more; without it nobody could stop the server by its name.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && pass('SIGTERM'), 500).unref();
}

/** The first one to end takes the others with it, and its outcome is ours. */
function firstEnd() {
  const ends = children.map(
    (child) =>
      new Promise((resolve) => {
        child.on('error', (error) => giveUp(`Cannot start ${node}: ${error.message}`));
        child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
      }),
  );
  return Promise.race(ends).then(async (code) => {
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(ends);
    return code;
  });
}
