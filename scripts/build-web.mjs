// Builds the web app when its sources have changed since the last build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { modules, root } from './install.mjs';
import { lockPreparation } from './preparation-lock.mjs';

const stamp = join(root, 'web', 'dist', '.built-from');
const sources = ['package-lock.json', 'contract/src', 'web/src', 'web/public'];

/** Returns whether web/dist is up to date afterwards; with `strict` also whether it was built without a warning. */
export async function buildWeb(node, { strict = false } = {}) {
  if (isBuilt()) return true;
  const release = await lockPreparation(root);
  try {
    // another start may have done it meanwhile
    return isBuilt() || build(node, strict);
  } finally {
    release();
  }
}

function isBuilt() {
  const page = join(root, 'web', 'dist', 'index.html');
  return existsSync(page) && existsSync(stamp) && readFileSync(stamp, 'utf8') === stateOfSources();
}

function build(node, strict) {
  const state = stateOfSources();
  console.log('Building the web app …');
  const vite = spawnSync(node, [join(modules, 'vite', 'bin', 'vite.js'), 'build', 'web', '--logLevel', 'warn'], {
    cwd: root,
    stdio: strict ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const printed = strict ? `${vite.stdout}${vite.stderr}`.trim() : '';
  if (printed) console.log(printed);
  if (vite.status !== 0 || printed) return false;
  writeFileSync(stamp, state);
  return true;
}

/** Hash of names, sizes and modification times of all sources, without reading them. */
function stateOfSources() {
  const web = readdirSync(join(root, 'web')).filter((name) => /\.(html|ts|json)$/.test(name));
  const hash = createHash('sha256');
  for (const path of [...sources, ...web.map((name) => `web/${name}`)]) note(hash, path);
  return hash.digest('hex');
}

function note(hash, path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isDirectory()) {
    hash.update(`${path} ${found.size} ${found.mtimeMs}\n`);
    return;
  }
  for (const name of readdirSync(join(root, path)).sort()) note(hash, `${path}/${name}`);
}
