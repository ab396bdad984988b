import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { recordSigner } from '../../audit/signed-records.ts';
import { ConfigurationError } from '../../platform/environment/configuration-error.ts';
import { readSchema, type Schema } from '../../platform/database/schema/schema.ts';
import type { Environment } from '../../platform/environment/environment.ts';
import { type ArchiveEntry, readArchive } from './archive.ts';
import { openEmptyDatabase } from './empty-database.ts';
import { fileWriter } from './file-writer.ts';
import {
  auditFolder,
  authenticationCode,
  Checksums,
  checksumsName,
  codeName,
  filesFolder,
  type Manifest,
  manifestName,
  parseEntry,
  parseManifest,
} from './manifest.ts';
import { openForOrganisation } from './other-organisations.ts';
import { checksumsOf, columnList, organisationChecksums, type TableColumns, textSettings } from './tables.ts';

/** The same as that of `npm run seed` and of a start with demo data. */
const lockNumber = 5_742_918_367;

export type RestoreTarget = {
  readonly client: pg.Client;
  readonly environment: Environment;
  readonly secretKey: Uint8Array;
};

/** Reads what a backup is; throws unless this version and this secret key can restore it. */
export async function readManifest(
  file: string,
  { environment, secretKey }: Omit<RestoreTarget, 'client'>,
): Promise<Manifest> {
  const entries = readArchive(file);
  const first = await entries.next();
  const manifest = await parseManifest(first.done ? undefined : first.value);
  await entries.return(undefined);
  ensureSameSchema(manifest, readSchema());
  const keyIds = keysOf({ environment, secretKey }).map((key) => recordSigner(key).keyId);
  if (!keyIds.includes(manifest.keyId))
    throw new ConfigurationError(
      'The backup belongs to another SECRET_KEY, which is not part of it. Set SECRET_KEY to the one of that installation, or copy its secret.key to DATA_DIR, and run this again.',
    );
  return manifest;
}

type Keys = Omit<RestoreTarget, 'client'>;

const keysOf = ({ environment: { secretKeyPrevious }, secretKey }: Keys): readonly Uint8Array[] =>
  secretKeyPrevious ? [secretKey, secretKeyPrevious] : [secretKey];

/** Whether the entry is the code of the files before it. */
async function isAuthenticated(entry: ArchiveEntry, keys: Keys): Promise<boolean> {
  const code = (await entry.bytes()).toString();
  return keysOf(keys).some((key) => authenticationCode(key, entry.digestBefore) === code);
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
 * Loads a backup into a migrated database in one transaction, whose checksums have to be those of the backup, and writes its files: an
 * installation into an empty one, an organisation beside others. Returns the checksums.
 */
export async function loadBackup(
  { client, ...keys }: RestoreTarget,
  file: string,
  { organisation }: Manifest,
): Promise<Checksums> {
  const orgId = organisation?.orgId;
  const reader = tableLoader(client);
  const files = fileWriter(keys.environment, orgId);
  let checksums: Checksums | undefined;
  let isGenuine = false;
  await client.query(
    `begin; set local statement_timeout = 0; set local lock_timeout = '10s'; set local idle_in_transaction_session_timeout = 0; ${textSettings}`,
  );
  try {
    await client.query('select pg_advisory_xact_lock($1)', [lockNumber]);
    const { tables, checkRows, protect } = organisation
      ? await openForOrganisation(client, organisation)
      : await openEmptyDatabase(client);
    reader.expect(tables);
    for await (const entry of readArchive(file)) {
      const [folder = '', table = ''] = entry.name.split('/');
      isGenuine = entry.name === codeName && (await isAuthenticated(entry, keys));
      if (entry.name === manifestName || entry.name === codeName) continue;
      else if (folder === 'tables') await reader.load(table, entry);
      else if (entry.name.startsWith(auditFolder)) await files.addRecords(entry);
      else if (entry.name.startsWith(filesFolder)) await files.add(entry);
      else checksums = await parseEntry(entry, checksumsName, Checksums);
    }
    await reader.end();
    if (!checksums) throw new ConfigurationError(`${file} is not complete: its end is missing.`);
    await checkRows(checksums);
    const found = await checksumsOf(client, tables, orgId);
    // every loaded row is one of the organisation, so none is of another
    if (orgId) ensureSame('table', reader.loaded(), found.map(rowCount), ({ table }) => table);
    ensureSame('organisation', checksums.organisations, organisationChecksums(found), (one) => one.orgId);
    ensureSame('file', checksums.files, files.written, ({ name }) => name);
    if (!isGenuine)
      throw new ConfigurationError(
        `${file} is not as it was written, so nothing of it was restored. Use another backup.`,
      );
    await protect();
    if (orgId) await files.publishRecords();
  } catch (error) {
    reader.abandon(); // a rollback would wait for the end of the rows
    // before another restore of the same files may begin
    await files.undo();
    await client.query('rollback').catch(() => undefined);
    throw explained(error);
  }
  await client.query('commit');
  await client.query(orgId ? 'analyze' : 'vacuum (analyze)');
  return checksums;
}

/** A row that the database refuses, such as one with an id that another organisation uses, is no defect of this program. */
function explained(error: unknown): unknown {
  const { code = '', message, detail } = error as { code?: string; message?: string; detail?: string };
  if (!/^2[23]/.test(code)) return error;
  return new ConfigurationError(
    `The database refuses a row of the backup, so nothing was written: ${[message, detail].filter(Boolean).join('. ')}`,
  );
}

type RowCount = { readonly table: string; readonly rows: number };

const rowCount = ({ table, rows }: RowCount): RowCount => ({ table, rows });

/** Loads the files of tables, of which those of one table follow each other. */
function tableLoader(client: pg.Client) {
  const columnsOf = new Map<string, string>();
  const rowCounts = new Map<string, number>();
  let current: { readonly name: string; readonly stream: CopyStreamQuery; readonly loaded: Promise<void> } | undefined;
  const end = async () => {
    if (!current) return;
    const { name, stream, loaded } = current;
    stream.end();
    await loaded;
    rowCounts.set(name, (rowCounts.get(name) ?? 0) + stream.rowCount);
    current = undefined;
  };
  return {
    end,
    abandon: () => current?.stream.destroy(),
    loaded: (): RowCount[] => [...rowCounts].map(([table, rows]) => ({ table, rows })),
    expect(tables: readonly TableColumns[]) {
      for (const table of tables) columnsOf.set(table.name, columnList(client, table));
    },
    async load(name: string, entry: ArchiveEntry) {
      if (current?.name !== name) {
        await end();
        const columns = columnsOf.get(name);
        if (columns === undefined) throw new ConfigurationError(`${name} is no table of such a backup.`);
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

function ensureSame<T>(kind: string, expected: readonly T[], found: readonly T[], nameOf: (one: T) => string): void {
  const byName = new Map(found.map((one) => [nameOf(one), JSON.stringify(one)]));
  const different = expected.filter((one) => byName.get(nameOf(one)) !== JSON.stringify(one)).map(nameOf);
  if (different.length > 0 || expected.length !== found.length)
    throw new ConfigurationError(
      `What was restored is not what the backup holds (${kind} ${different.slice(0, 5).join(', ') || 'that is not part of it'}); the database was not changed.`,
    );
}
