import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** Bytes that must be free in memory: two database servers with what the tests write, many times over. */
const room = 3e9;

/**
 * Creates a temporary folder for a database server: in memory where Linux offers room, since each test database is a
 * copy of 600 files, which a disk takes longer to create and to delete than the tests need to run.
 */
export function createDataFolder(prefix: string): string {
  return mkdtempSync(join(hasRoomInMemory() ? memory : tmpdir(), prefix));
}

/** Whether Linux offers a file system in memory with enough free room. */
export function hasRoomInMemory(): boolean {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= room;
}
