import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { signalOnExit } from './postgres-process.ts';
import type { Programs } from './postgres-program.ts';
import { ConfigurationError } from '../../environment/configuration-error.ts';

/** The database role that owns all objects; used for migrations and seeding. */
export const owner = 'storeward_owner';

const major = '18';

/** Initialises the cluster on the first start, in a temporary folder that is then renamed, so that an interrupted start leaves no partial cluster. */
export async function ensureCluster(cluster: string, programs: Programs, fast: boolean): Promise<void> {
  for (const leftover of readdirSync(dirname(cluster)).filter((name) => name.startsWith(`${basename(cluster)}.new-`))) {
    rmSync(join(dirname(cluster), leftover), { recursive: true, force: true, maxRetries: 5 });
  }
  if (existsSync(cluster)) return checkVersion(cluster);
  const temporary = `${cluster}.new-${process.pid}`;
  try {
    await initialise(temporary, programs, fast);
    renameSync(temporary, cluster);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  }
}

function checkVersion(cluster: string): void {
  const file = join(cluster, 'PG_VERSION');
  const version = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'unknown';
  if (version === major) return;
  throw new ConfigurationError(
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
  // a separate process group, so that an interrupted start can end initdb with its child processes
  const child = spawn(file, args, { env: programs.env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  const collect = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000));
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const { promise, resolve } = Promise.withResolvers<number | string>();
  child.on('error', (error) => resolve(error.message));
  child.on('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  const outcome = await signalOnExit(child.pid && -child.pid, 'SIGTERM', promise);
  if (outcome !== 0) throw new ConfigurationError(explainStartFailure(output || String(outcome), dirname(folder)));
}

/** Turns PostgreSQL's error output into a message that says what to do. */
export function explainStartFailure(output: string, folder: string): string {
  if (/No space left on device|Disk quota exceeded|Check free disk space|wrote only \d+ of \d+/.test(output)) {
    return `There is no space left for the database in ${folder}: make room (a new one takes 100 MB), or set DATA_DIR to another folder.`;
  }
  if (/error while loading shared libraries|Library not loaded/.test(output)) {
    return 'The embedded PostgreSQL is not completely installed: run "npm ci" and then "node scripts/postinstall.mjs".';
  }
  if (/Permission denied|must be owned by|data directory .* has wrong ownership/.test(output)) {
    return `This account may not use the database in ${folder}: start Storeward as the owner of that folder, or set DATA_DIR to another one.`;
  }
  if (/could not look up effective user ID/.test(output)) {
    return 'PostgreSQL does not run as an account without a name: give this account a line in /etc/passwd, or start Storeward as another one.';
  }
  if (/pre-existing shared memory block/.test(output)) {
    return `Processes of an earlier PostgreSQL still work in ${folder}: wait a moment for them to end, then start again.`;
  }
  const lastLines = output.trim().split('\n').slice(-3).join(' / ');
  return `PostgreSQL did not start in ${folder}. Last log lines: ${lastLines || 'none'}`;
}
