import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { recordsIn } from '../../audit/record-files.ts';
import { recordSigner } from '../../audit/signed-records.ts';
import { ConfigurationError } from '../../platform/environment/configuration-error.ts';
import { configuredBucket, configuredStorage } from '../../platform/files/configured-storage.ts';
import { isStorageAddress } from '../../platform/files/storage.ts';
import type { Environment } from '../../platform/environment/environment.ts';
import { version } from '../../platform/version.ts';
import { type ArchiveWriter, writeArchive } from './archive.ts';
import {
  auditFolder,
  authenticationCode,
  type BackupOrganisation,
  type Checksums,
  checksumsName,
  codeName,
  filesOf,
  format,
  isRecordOf,
  type Manifest,
  manifestName,
} from './manifest.ts';
import {
  checksumsOf,
  listOrganisationTables,
  listTables,
  organisationChecksums,
  readSequences,
  rowsOf,
  type TableColumns,
  textSettings,
} from './tables.ts';

/** COPY data is collected to files of about this size, since a file's size is written before its content. */
const partSize = 4 * 1024 * 1024;

export type BackupSource = {
  readonly client: pg.Client;
  readonly environment: Environment;
  readonly secretKey: Uint8Array;
};

type BackupContent = {
  readonly files: boolean;
  /** The organisation that alone is written; undefined for all of the installation. */
  readonly orgId: string | undefined;
};

/**
 * Writes everything of an installation or of one organisation except the secret key to one file, as of one moment, while the portal
 * runs. Returns the checksums of what was written.
 */
export async function writeBackup(
  { client, environment, secretKey }: BackupSource,
  file: string,
  { files, orgId }: BackupContent,
): Promise<Checksums> {
  if (existsSync(file)) throw new ConfigurationError(`${file} exists. Choose another name, or remove it.`);
  let checksums: Checksums | undefined;
  await writeArchive(file, async (archive) => {
    // read before the snapshot, so that no record signs an entry that the backup lacks
    const records = auditFiles(environment);
    const { addresses, ...rows } = await inSnapshot(client, async () => {
      await readAsDefiner(client);
      const organisation = orgId ? await describeOrganisation(client, orgId, environment) : undefined;
      const copied = orgId ? await listOrganisationTables(client) : await listTables(client);
      const keyId = recordSigner(secretKey).keyId;
      const manifest = await manifestOf(client, copied, { keyId, files, ...(organisation && { organisation }) });
      await archive.add(manifestName, JSON.stringify(manifest));
      for (const table of copied) await copyTable(client, table, { archive, orgId });
      const tables = await checksumsOf(client, copied, orgId);
      return {
        addresses: files ? await storedAddresses(client, environment, orgId) : [],
        tables,
        sequences: orgId ? [] : await readSequences(client),
        organisations: organisationChecksums(tables),
      };
    });
    for (const record of records) await copyRecords(record, { archive, orgId });
    checksums = { ...rows, files: await copyFiles(environment, addresses, archive) };
    await archive.add(checksumsName, JSON.stringify(checksums));
    await archive.add(codeName, authenticationCode(secretKey, archive.digest()));
  });
  return checksums!;
}

/** Runs `work` in one snapshot of the database, and rolls everything back. */
async function inSnapshot<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query(
    `begin isolation level repeatable read; set local statement_timeout = 0; set local lock_timeout = '30s'; ${textSettings}`,
  );
  try {
    return await work();
  } finally {
    await client.query('rollback').catch(() => undefined);
  }
}

/**
 * Row-level security hides rows from the owner, but not from the role that owns the security definer functions. That role
 * may read all tables within this transaction only, which is rolled back.
 */
async function readAsDefiner(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: string }>(
    `select quote_ident(pg_get_userbyid(proowner)) as role from pg_proc where proname = 'open_session'`,
  );
  const { role } = rows[0]!;
  await client.query(
    `grant select on all tables in schema public to ${role}; grant select on all sequences in schema public to ${role}; set local role ${role}`,
  );
}

/** Throws for an organisation whose secrets another installation may not be able to decrypt. */
async function describeOrganisation(
  client: pg.Client,
  orgId: string,
  { secretKeyPrevious }: Environment,
): Promise<BackupOrganisation> {
  if (secretKeyPrevious)
    throw new ConfigurationError(
      'Some secrets may still be encrypted with SECRET_KEY_PREVIOUS, which other installations do not have. Run npm run rotate, remove it, then run this again.',
    );
  const unbound = await client.query('select from unbound_encryption');
  if (unbound.rows.length > 0)
    throw new ConfigurationError(
      'Some secrets are still encrypted as earlier versions did, which other installations do not accept. Run npm run rotate, then this again.',
    );
  const { rows } = await client.query<BackupOrganisation>(
    `select n.id as "orgId", n.name, o.code, array(select host from portal_hosts where org_id = n.id order by host) as hosts,
            array(select domain_name from domains where org_id = n.id order by domain_name) as domains
       from organisations o join nodes n on n.id = o.org_id where o.org_id = $1`,
    [orgId],
  );
  if (!rows[0]) throw new ConfigurationError(`The organisation ${orgId} is no longer there.`);
  return rows[0];
}

async function manifestOf(
  client: pg.Client,
  tables: readonly TableColumns[],
  rest: Pick<Manifest, 'keyId' | 'files' | 'organisation'>,
): Promise<Manifest> {
  const steps = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations order by name',
  );
  const release = await client.query<{ number: number }>('select number from release');
  return {
    format,
    version,
    createdDate: new Date().toISOString(),
    ...rest,
    release: release.rows[0]!.number,
    steps: steps.rows,
    tables: tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
  };
}

type CopyTarget = { readonly archive: ArchiveWriter; readonly orgId: string | undefined };

async function copyTable(client: pg.Client, table: TableColumns, { archive, orgId }: CopyTarget): Promise<void> {
  const query = `copy (${rowsOf(client, table, orgId)}) to stdout`;
  let [parts, size, number]: [Buffer[], number, number] = [[], 0, 0];
  const flush = async () => {
    if (size > 0)
      await archive.add(`tables/${table.name}/${String((number += 1)).padStart(6, '0')}.copy`, Buffer.concat(parts));
    [parts, size] = [[], 0];
  };
  for await (const chunk of client.query(copyTo(query))) {
    parts.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= partSize) await flush();
  }
  await flush();
}

type AuditFile = { readonly path: string; readonly name: string; readonly size: number };

/** The files of signed records, with the sizes that they have now: they only grow. */
function auditFiles({ dataDir }: Environment): AuditFile[] {
  const folder = join(dataDir, 'audit');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => ({
      path: join(folder, name),
      name: `${auditFolder}${name}`,
      size: statSync(join(folder, name)).size,
    }));
}

/** Copies a file of signed records; for one organisation its own records only, each of which has a signature of its own. */
async function copyRecords({ path, name, size }: AuditFile, { archive, orgId }: CopyTarget): Promise<void> {
  const bytes = size === 0 ? Readable.from([]) : createReadStream(path, { end: size - 1 });
  if (!orgId) return archive.addStream(name, size, bytes);
  let own = '';
  for await (const record of recordsIn(bytes)) if (isRecordOf(orgId, record)) own += `${JSON.stringify(record)}\n`;
  if (own) await archive.add(name, own);
}

/**
 * The addresses of all files, or those of one organisation: on disk those that are there, in a bucket those that the database names.
 */
async function storedAddresses(
  client: pg.Client,
  environment: Environment,
  orgId: string | undefined,
): Promise<string[]> {
  const isIncluded = (address: string) => address.startsWith(`/${filesOf(orgId)}`);
  if (configuredBucket(environment)) {
    const { rows } = await client.query<{ address: string }>(
      `select address from uploads union select profile_picture from users where profile_picture is not null order by 1`,
    );
    return rows.map(({ address }) => address).filter(isIncluded);
  }
  const folder = join(environment.dataDir, 'files');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => `/files/${relative(folder, join(one.parentPath, one.name)).split(sep).join('/')}`)
    .filter((address) => isStorageAddress(address) && isIncluded(address))
    .sort();
}

async function copyFiles(
  environment: Environment,
  addresses: readonly string[],
  archive: ArchiveWriter,
): Promise<Checksums['files']> {
  const storage = configuredStorage(environment);
  const files: Checksums['files'] = [];
  for (const address of addresses) {
    const found = isStorageAddress(address) ? await storage.find(address) : undefined;
    if (!found?.bytes) continue; // deleted meanwhile
    const hash = createHash('sha256');
    const hashed = async function* (bytes: Readable) {
      for await (const chunk of bytes) {
        hash.update(chunk as Buffer);
        yield chunk as Buffer;
      }
    };
    const name = address.slice(1);
    await archive.addStream(name, found.size, Readable.from(hashed(found.bytes)));
    files.push({ name, size: found.size, sha256: hash.digest('hex') });
  }
  return files;
}
