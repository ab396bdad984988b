import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { endingWithUs } from './postgres-process.ts';
import type { Programs } from './postgres-program.ts';
import { Trouble } from './trouble.ts';

/** The name of the database's owner, who migrates and seeds. */
export const owner = 'storeward_owner';

const major = '18';

/** Makes the database's files on the first start: beside, then renamed, so that an interrupted start leaves no half. */
export async function ensureCluster(cluster: string, programs: Programs, fast: boolean): Promise<void> {
  for (const leftover of readdirSync(dirname(cluster)).filter((name) => name.startsWith(`${basename(cluster)}.new-`))) {
    rmSync(join(dirname(cluster), leftover), { recursive: true, force: true, maxRetries: 5 });
  }
  if (existsSync(cluster)) return checkVersion(cluster);
  const beside = `${cluster}.new-${process.pid}`;
  try {
    await initialise(beside, programs, fast);
    renameSync(beside, cluster);
  } catch (error) {
    rmSync(beside, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  }
}

function checkVersion(cluster: string): void {
  const file = join(cluster, 'PG_VERSION');
  const version = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'unknown';
  if (version === major) return;
  throw new Trouble(
    version === 'unknown'
      ? `${cluster} exists but holds no database: move it away, or set DATA_DIR to another folder.`
      : `${cluster} was made by PostgreSQL ${version}, and this Storeward brings ${major}: dump it there and load it here, or set DATABASE_URL.`,
  );
}

async function initialise(folder: string, programs: Programs, fast: boolean): Promise<void> {
  const [file, args] = programs.command('initdb', [
    '-D',
    folder,
    `--username=${owner}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(fast ? ['--no-sync'] : []),
  ]);
  // A group of its own, so that whoever leaves in the middle ends it with all that it has started.
  const child = spawn(file, args, { env: programs.env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let said = '';
  const listen = (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000));
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const { promise, resolve } = Promise.withResolvers<number | string>();
  child.on('error', (error) => resolve(error.message));
  child.on('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  const outcome = await endingWithUs(child.pid && -child.pid, 'SIGTERM', promise);
  if (outcome !== 0) throw new Trouble(whyNot(said || String(outcome), dirname(folder)));
}

/** Turns PostgreSQL's last words into a sentence that says what to do. */
export function whyNot(words: string, where: string): string {
  if (/No space left on device|Disk quota exceeded|Check free disk space|wrote only \d+ of \d+/.test(words)) {
    return `There is no space left for the database in ${where}: make room (a new one takes 100 MB), or set DATA_DIR to another folder.`;
  }
  if (/error while loading shared libraries|Library not loaded/.test(words)) {
    return 'The embedded PostgreSQL is not completely installed: run "npm ci" once more.';
  }
  if (/Permission denied|must be owned by|data directory .* has wrong ownership/.test(words)) {
    return `This account may not use the database in ${where}: start Storeward as the owner of that folder, or set DATA_DIR to another one.`;
  }
  if (/could not look up effective user ID/.test(words)) {
    return 'PostgreSQL does not run as an account without a name: give this account a line in /etc/passwd, or start Storeward as another one.';
  }
  if (/pre-existing shared memory block/.test(words)) {
    return `Processes of an earlier PostgreSQL still work in ${where}: wait a moment for them to end, then start again.`;
  }
  const last = words.trim().split('\n').slice(-3).join(' / ');
  return `PostgreSQL did not start in ${where}. Its last words: ${last || 'none'}`;
}
