// Lets one process at a time install packages and build, when several starts of one folder come together. Plain JavaScript for
// the system's Node, which has no file locks: a file that holds the process id, taken over if that process has ended.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Waits until no other process prepares the folder; returns the function that releases the lock. */
export async function lockPreparation(folder) {
  const file = join(folder, '.preparing');
  const own = `${file}.${process.pid}`;
  let announced = false;
  while (!take(file, own)) {
    const holder = holderOf(file);
    if (holder !== undefined && !isAlive(holder)) discard(file, own);
    else if (holder !== undefined && !announced) {
      console.log(`Another start installs packages or builds the web app here (process ${holder}); waiting for it …`);
      announced = true;
    }
    await pause(100);
  }
  const release = () => {
    if (holderOf(file) === process.pid) rmSync(file, { force: true });
  };
  process.once('exit', release);
  return () => {
    process.off('exit', release);
    release();
  };
}

/** A hard link appears with its content, so that no process reads a file without a process id. */
function take(file, own) {
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Removes the file of a process that has ended, unless another one has taken it over meanwhile. */
function discard(file, own) {
  try {
    renameSync(file, own);
    if (isAlive(holderOf(own))) linkSync(own, file);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
