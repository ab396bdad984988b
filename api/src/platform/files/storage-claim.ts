import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ConfigurationError } from '../environment/configuration-error.ts';

const lockNumber = 5_742_918_369;

/**
 * Connects the folder of stored files with the database at a start: the first one is recorded by an id, which is in a file of
 * the folder too. Throws `ConfigurationError` if this process has another folder, since it would miss the files that others
 * have stored, and they those of this one.
 */
export async function claimStorage({ ownerUrl, dataDir }: { ownerUrl: string; dataDir: string }): Promise<void> {
  const folder = join(dataDir, 'files');
  const file = join(folder, 'storage-id');
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined); // the pending query reports a broken connection
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [lockNumber]);
    const { rows } = await client.query<{ id: string | null }>('select file_storage as id from release');
    const recorded = rows[0]?.id;
    const found = idIn(file);
    if (recorded && recorded !== found) throw new ConfigurationError(otherFolder(folder, recorded));
    const id = found ?? randomUUID();
    if (!found) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(file, `${id}\n`, { mode: 0o600 });
    }
    if (!recorded) await client.query('update release set file_storage = $1', [id]);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

function idIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new ConfigurationError(`Cannot read ${file} (${(error as Error).message}): give this account the right to.`);
  }
}

const otherFolder = (folder: string, id: string) =>
  [
    `The files of this database are in another folder than ${folder}, where they would be missing. Processes share files in an S3 storage (set the five S3 variables for all of them) or in one folder that each machine mounts there.`,
    `If that folder is lost, start without its files: mkdir -p '${folder}' && echo ${id} > '${join(folder, 'storage-id')}'`,
  ].join('\n');
