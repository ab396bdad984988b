// npm start, npm test and the other commands: installs what is missing and runs the file with the pinned Node.
// Plain JavaScript for the system's Node (18 or newer); does nothing slow when everything is prepared.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { exitWithError, install, modules, root, runtime } from './install.mjs';

process.chdir(root);
const envFile = existsSync('.env') ? ['--env-file=.env'] : [];
const commands = {
  start: { web: true, run: [[...envFile, 'api/src/main.ts']] },
  dev: {
    run: [
      [...envFile, '--watch', 'api/src/main.ts'],
      [join(modules, 'vite', 'bin', 'vite.js'), 'web'],
    ],
  },
  admin: { run: [[...envFile, 'api/src/cli/admin.ts']] },
  seed: { run: [[...envFile, 'scripts/seed.ts']] },
  verify: { run: [[...envFile, 'api/src/cli/verify.ts']] },
  backup: { run: [[...envFile, 'api/src/cli/backup.ts']] },
  restore: { run: [[...envFile, 'api/src/cli/restore.ts']] },
  rotate: { run: [[...envFile, 'api/src/cli/rotate.ts']] },
  licences: { run: [['scripts/licences.ts']] },
  tables: { run: [['scripts/generate-tables.ts']] },
  bench: { web: true, run: [['bench/run.ts']] },
  proof: { web: true, run: [['scripts/proof.ts']] },
  gallery: { web: true, run: [['scripts/gallery.ts']] },
  test: { run: [['scripts/test.mjs']] },
};

const [name = '', ...rest] = process.argv.slice(2);
const command =
  commands[name] ?? exitWithError(`Unknown command "${name}". There are: ${Object.keys(commands).join(', ')}.`);

await install();
const node = runtime();
const cache = join(modules, '.cache', 'node');
process.env.NODE_COMPILE_CACHE ??= cache;
process.env.PATH = `${join(modules, '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`;
if (command.web && !(await buildWeb(node))) exitWithError('The web app could not be built; see the error above.');

const children = command.run.map((args, index) =>
  spawn(node, [...args, ...(index === 0 ? rest : [])], { stdio: 'inherit' }),
);
forwardSignals();
process.exitCode = await firstExit();

/** Forwards each signal once: a terminal and npm both send theirs. */
function forwardSignals() {
  let forwarded = false;
  const forward = (signal) => {
    if (!forwarded) for (const child of children) child.kill(signal);
    forwarded = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward);
  // if npm itself is killed, it forwards no signal, so the parent process is watched
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && forward('SIGTERM'), 500).unref();
}

/** The first child to exit stops the others; its exit code is returned. */
function firstExit() {
  const exits = children.map(
    (child) =>
      new Promise((resolve) => {
        child.on('error', (error) => exitWithError(`Cannot start ${node}: ${error.message}`));
        child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
      }),
  );
  return Promise.race(exits).then(async (code) => {
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(exits);
    return code;
  });
}
