import { accessSync, constants, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Trouble } from './trouble.ts';

/** The data folder, held by this process alone until it is released or the process ends. */
export interface ClaimedDataDir {
  path: string;
  release(): void;
}

/** Takes the data folder for this process; a second Storeward on it is refused. */
export function claimDataDir(dataDir: string): ClaimedDataDir {
  const path = prepareDataDir(dataDir);
  const release = lock(path);
  note(join(path, 'storeward.pid'), `${process.pid}\n`);
  return { path, release };
}

/** Makes the data folder when it is absent, and answers its real path; says what to do when it cannot be used. */
export function prepareDataDir(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(dataDir);
  } catch (error) {
    throw new Trouble(`${because(error as NodeJS.ErrnoException, dataDir)}, or set DATA_DIR to another folder.`);
  }
}

function because(error: NodeJS.ErrnoException, dataDir: string): string {
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

/** A lock of the operating system, through SQLite because Node offers none itself: it ends with the process, also by kill -9. */
function lock(path: string): () => void {
  const database = open(join(path, 'storeward.lock'));
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    throw new Trouble(whyUnlocked(error as Error & { errcode?: number }, path));
  }
  return () => {
    if (database.isOpen) database.close();
  };
}

/** The numbers are SQLite's own: 5 busy, 13 disk full. */
function whyUnlocked({ errcode, message }: { errcode?: number; message: string }, path: string): string {
  if (errcode === 5) {
    return `Another Storeward is already running on DATA_DIR (${path})${holder(path)}: stop it first, or set DATA_DIR to another folder.`;
  }
  if (errcode === 13) return `There is no space left for DATA_DIR (${path}): make room, or set it to another folder.`;
  return `Cannot lock DATA_DIR (${path}; ${message}): set it to a folder on a local disk.`;
}

function open(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 0 });
  } catch (error) {
    throw new Trouble(
      `Cannot write ${file} (${(error as Error).message}): give this account the right to, or set DATA_DIR to another folder.`,
    );
  }
}

function holder(path: string): string {
  try {
    return `, process ${readFileSync(join(path, 'storeward.pid'), 'utf8').trim()}`;
  } catch {
    return '';
  }
}

/** Only for the message above, so that a full disk does not matter here. */
function note(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch {
    // The lock holds all the same.
  }
}
