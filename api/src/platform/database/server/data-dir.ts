import { accessSync, constants, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigurationError } from '../../environment/configuration-error.ts';

/** The data folder, locked by this process until it is released or the process ends. */
export interface ClaimedDataDir {
  path: string;
  release(): void;
}

/** Locks the data folder; throws `ConfigurationError` if another Storeward uses it. */
export function claimDataDir(dataDir: string): ClaimedDataDir {
  const path = prepareDataDir(dataDir);
  const release = lock(path);
  writeNote(join(path, 'storeward.pid'), `${process.pid}\n`);
  return { path, release };
}

/** Creates the data folder if it is missing, and returns its real path. Throws `ConfigurationError` if it cannot be used. */
export function prepareDataDir(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(dataDir);
  } catch (error) {
    throw new ConfigurationError(
      `${describeFolderError(error as NodeJS.ErrnoException, dataDir)}, or set DATA_DIR to another folder.`,
    );
  }
}

function describeFolderError(error: NodeJS.ErrnoException, dataDir: string): string {
  switch (error.code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return `DATA_DIR (${dataDir}) is not a folder, or a part of its path is a file: move that file`;
    case 'ENOSPC':
      return `There is no space left for DATA_DIR (${dataDir}): make room`;
    case 'EROFS':
      return `DATA_DIR (${dataDir}) is on a disk that cannot be written: mount it for writing`;
    default:
      return `This account may not write in DATA_DIR (${dataDir}; ${error.code ?? error.message}): give it the right to`;
  }
}

/** A file lock by SQLite, since Node has no API for one; the operating system releases it even after kill -9. */
function lock(path: string): () => void {
  const database = openLockFile(join(path, 'storeward.lock'));
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    throw new ConfigurationError(describeLockError(error as Error & { errcode?: number }, path));
  }
  return () => {
    if (database.isOpen) database.close();
  };
}

/** SQLite error codes: 5 is SQLITE_BUSY, 13 is SQLITE_FULL. */
function describeLockError({ errcode, message }: { errcode?: number; message: string }, path: string): string {
  if (errcode === 5) {
    return `Another Storeward is already running on DATA_DIR (${path})${holderPid(path)}: stop it first, or set DATA_DIR to another folder.`;
  }
  if (errcode === 13) return `There is no space left for DATA_DIR (${path}): make room, or set it to another folder.`;
  return `Cannot lock DATA_DIR (${path}; ${message}): set it to a folder on a local disk.`;
}

function openLockFile(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 0 });
  } catch (error) {
    throw new ConfigurationError(
      `Cannot write ${file} (${(error as Error).message}): give this account the right to, or set DATA_DIR to another folder.`,
    );
  }
}

function holderPid(path: string): string {
  try {
    return `, process ${readFileSync(join(path, 'storeward.pid'), 'utf8').trim()}`;
  } catch {
    return '';
  }
}

/** The pid is only used in the error message, so a failed write is ignored. */
function writeNote(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch {
    // the lock holds without it
  }
}
