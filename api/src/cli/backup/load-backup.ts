import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { recordSigner } from '../../audit/signed-records.ts';
import { ConfigurationError } from '../../platform/environment/configuration-error.ts';
import { readSchema, type Schema } from '../../platform/database/schema/schema.ts';
import type { Environment } from '../../platform/environment/environment.ts';
import { configuredStorage } from '../../platform/files/configured-storage.ts';
import type { Storage } from '../../platform/files/storage.ts';
import { dropIndexes } from '../../platform/database/drop-indexes.ts';
import { type ArchiveEntry, readArchive } from './archive.ts';
import {
  auditFolder,
  Checksums,
  checksumsName,
  filesFolder,
  type Manifest,
  manifestName,
  parseEntry,
  parseManifest,
} from './manifest.ts';
import { checksumsOf, columnList, listTables, organisationChecksums, textSettings } from './tables.ts';

/** The same as that of `npm run seed` and of a start with demo data. */
const lockNumber = 5_742_918_367;

export type RestoreTarget = {
  readonly client: pg.Client;
  readonly environment: Environment;
  readonly secretKey: Uint8Array;
};

/** Throws unless the file is a backup that this version and this secret key can restore. */
export async function readManifest(
  file: string,
  { environment, secretKey }: Omit<RestoreTarget, 'client'>,
): Promise<void> {
  const entries = readArchive(file);
  const first = await entries.next();
  const manifest = await parseManifest(first.done ? undefined : first.value);
  await entries.return(undefined);
  ensureSameSchema(manifest, readSchema());
  const previous = environment.secretKeyPrevious;
  const keys = [secretKey, ...(previous ? [previous] : [])].map((key) => recordSigner(key).keyId);
  if (!keys.includes(manifest.keyId))
    throw new ConfigurationError(
      'The backup belongs to another SECRET_KEY, which is not part of it. Set SECRET_KEY to the one of that installation, or copy its secret.key to DATA_DIR, and run this again.',
    );
}

/** Throws unless the tables of the backup are those of this version. */
function ensureSameSchema({ version, release, steps }: Manifest, schema: Schema): void {
  const isSameStep = (index: number) =>
    steps[index]?.name === schema.steps[index]?.name && steps[index]?.checksum === schema.steps[index]?.checksum;
  const all = steps.length > schema.steps.length ? steps : schema.steps;
  const different = all.findIndex((_, index) => !isSameStep(index));
  if (release === schema.release && different === -1) return;
  const isNewer = release > schema.release || (release === schema.release && different >= schema.steps.length);
  const migrations = different === -1 ? '' : `, with other migrations from ${all[different]?.name} on`;
  throw new ConfigurationError(
    `The backup was made by version ${version}, with a database of release ${release}. This version has release ${schema.release}${migrations}. ${
      isNewer
        ? 'The backup is newer, so only that version can restore it.'
        : 'Restore it with that version, then start this one, which migrates it.'
    }`,
  );
}

/**
 * Loads a backup into a migrated, empty database in one transaction, whose checksums have to be those of the backup, and
 * writes its files. Returns the checksums.
 */
export async function loadBackup({ client, environment }: RestoreTarget, file: string): Promise<Checksums> {
  const reader = tableLoader(client);
  await client.query(
    `begin; set local statement_timeout = 0; set local lock_timeout = '10s'; set local idle_in_transaction_session_timeout = 0; ${textSettings}`,
  );
  try {
    await client.query('select pg_advisory_xact_lock($1)', [lockNumber]);
    const tables = await listTables(client);
    const { checkRows, protect } = await liftProtection(
      client,
      tables.map(({ name }) => client.escapeIdentifier(name)),
    );
    const files = fileWriter(environment);
    let checksums: Checksums | undefined;
    for await (const entry of readArchive(file)) {
      const [folder = '', table = ''] = entry.name.split('/');
      if (entry.name === manifestName) reader.expect((await parseManifest(entry)).tables);
      else if (folder === 'tables') await reader.load(table, entry);
      else if (entry.name.startsWith(auditFolder)) await files.addRecords(entry);
      else if (entry.name.startsWith(filesFolder)) await files.add(entry);
      else checksums = await parseEntry(entry, checksumsName, Checksums);
    }
    await reader.end();
    if (!checksums) throw new ConfigurationError(`${file} is not complete: its end is missing.`);
    for (const { name, value, called } of checksums.sequences)
      await client.query('select setval($1::regclass, $2, $3)', [client.escapeIdentifier(name), value, called]);
    await checkRows();
    const found = organisationChecksums(await checksumsOf(client, tables));
    ensureSame('organisation', checksums.organisations, found, ({ orgId }) => orgId);
    ensureSame('file', checksums.files, files.written, ({ name }) => name);
    await protect();
    await client.query('commit');
    await client.query('vacuum (analyze)');
    return checksums;
  } catch (error) {
    reader.abandon(); // a rollback would wait for the end of the rows
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * Empties the tables, which hold rows of the migrations only, and drops what would slow down or refuse the loading: row-level
 * security for the owner, triggers, foreign keys and indexes. `checkRows` creates keys and indexes again, `protect` the rest.
 */
async function liftProtection(client: pg.Client, tables: readonly string[]) {
  const forced = await forcedTables(client);
  for (const table of forced) await client.query(`alter table ${table} no force row level security`);
  const { rows } = await client.query<{ used: boolean }>(
    'select exists (select from nodes) or exists (select from users) as used',
  );
  if (rows[0]?.used)
    throw new ConfigurationError(
      'The database is not empty, so nothing was written. Set DATABASE_URL to an empty database, or DATA_DIR to a new folder, and run this again.',
    );
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  await client.query(`truncate ${tables.join(', ')}`);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  const createIndexes = await dropIndexes(client, tables);
  return {
    async checkRows() {
      await createIndexes();
      for (const { table, name, definition } of keys)
        await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    },
    async protect() {
      for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
      for (const table of forced) await client.query(`alter table ${table} force row level security`);
    },
  };
}

async function forcedTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relforcerowsecurity order by relname`,
  );
  return rows.map(({ name }) => name);
}

/** Loads the files of tables, of which those of one table follow each other. */
function tableLoader(client: pg.Client) {
  const columnsOf = new Map<string, string>();
  let current: { readonly name: string; readonly stream: Writable; readonly loaded: Promise<void> } | undefined;
  const end = async () => {
    current?.stream.end();
    await current?.loaded;
    current = undefined;
  };
  return {
    end,
    abandon: () => current?.stream.destroy(),
    expect(tables: Manifest['tables']) {
      for (const table of tables) columnsOf.set(table.name, columnList(client, table));
    },
    async load(name: string, entry: ArchiveEntry) {
      if (current?.name !== name) {
        await end();
        const columns = columnsOf.get(name);
        if (columns === undefined) throw new ConfigurationError(`The backup does not describe its table ${name}.`);
        const stream = client.query(copyFrom(`copy ${client.escapeIdentifier(name)} (${columns}) from stdin`));
        const loaded = finished(stream);
        loaded.catch(() => undefined); // awaited at the end, or abandoned
        current = { name, stream, loaded };
      }
      const { stream, loaded } = current;
      for await (const chunk of entry.chunks())
        if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), loaded]);
    },
  };
}

/** Writes files to the configured storage, and signed records to the data folder unless it has some already. */
function fileWriter(environment: Environment) {
  const storage = configuredStorage(environment);
  const folder = join(environment.dataDir, 'audit');
  const hasRecords = existsSync(folder) && readdirSync(folder).length > 0;
  const written: Checksums['files'] = [];
  return {
    written,
    async addRecords(entry: ArchiveEntry) {
      if (hasRecords) return;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const target = createWriteStream(join(folder, basename(entry.name)), { flags: 'wx', mode: 0o600 });
      await pipeline(Readable.from(entry.chunks()), target);
    },
    async add(entry: ArchiveEntry) {
      const bytes = await entry.bytes();
      await storage.storeAt(`/${entry.name}`, bytes); // false if it is there already, such as in a bucket that is still in use
      written.push(await describe(entry.name, storage));
    },
  };
}

/** What the storage holds under a name, read back from it. */
async function describe(name: string, storage: Storage): Promise<Checksums['files'][number]> {
  const found = await storage.find(`/${name}`);
  const hash = createHash('sha256');
  for await (const chunk of found?.bytes ?? []) hash.update(chunk as Buffer);
  return { name, size: found?.size ?? 0, sha256: hash.digest('hex') };
}

function ensureSame<T>(kind: string, expected: readonly T[], found: readonly T[], nameOf: (one: T) => string): void {
  const byName = new Map(found.map((one) => [nameOf(one), JSON.stringify(one)]));
  const different = expected.filter((one) => byName.get(nameOf(one)) !== JSON.stringify(one)).map(nameOf);
  if (different.length > 0 || expected.length !== found.length)
    throw new ConfigurationError(
      `What was restored is not what the backup holds (${kind} ${different.slice(0, 5).join(', ') || 'that is not part of it'}); the database was not changed.`,
    );
}
