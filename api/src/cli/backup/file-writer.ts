import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { recordFiles, recordsIn } from '../../audit/record-files.ts';
import type { SignedRecord } from '../../audit/signed-records.ts';
import { ConfigurationError } from '../../platform/environment/configuration-error.ts';
import type { Environment } from '../../platform/environment/environment.ts';
import { configuredStorage } from '../../platform/files/configured-storage.ts';
import type { Storage } from '../../platform/files/storage.ts';
import type { ArchiveEntry } from './archive.ts';
import { type Checksums, filesOf, isRecordOf } from './manifest.ts';

/**
 * Writes files to the configured storage, and signed records to the data folder: those of an installation unless it has some already,
 * those of one organisation beside those of others.
 */
export function fileWriter(environment: Environment, orgId: string | undefined) {
  const storage = configuredStorage(environment);
  const folder = join(environment.dataDir, 'audit');
  const hasRecords = existsSync(folder) && readdirSync(folder).length > 0;
  const written: Checksums['files'] = [];
  const added: string[] = [];
  const records: SignedRecord[] = [];

  async function collectRecords(entry: ArchiveEntry, organisation: string) {
    for await (const record of recordsIn(Readable.from(entry.chunks()))) {
      if (!isRecordOf(organisation, record)) throw notItsOwn(entry);
      records.push(record);
    }
  }

  return {
    written,
    async addRecords(entry: ArchiveEntry) {
      if (orgId) return collectRecords(entry, orgId);
      if (hasRecords) return;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const target = createWriteStream(join(folder, basename(entry.name)), { flags: 'wx', mode: 0o600 });
      await pipeline(Readable.from(entry.chunks()), target);
    },
    async add(entry: ArchiveEntry) {
      if (!entry.name.startsWith(filesOf(orgId))) throw notItsOwn(entry);
      const bytes = await entry.bytes();
      // false if it is there already, such as in a bucket that is still in use
      if (await storage.storeAt(`/${entry.name}`, bytes)) added.push(`/${entry.name}`);
      written.push(await describe(entry.name, storage));
    },
    /** Writes the signed records of one organisation; a repetition adds none twice. */
    publishRecords: () => recordFiles(environment.dataDir).addMissing(records),
    /** Deletes the files that were added, as far as the storage can be reached. */
    async undo() {
      for (const address of added) await storage.delete(address).catch(() => undefined);
    },
  };
}

const notItsOwn = ({ name }: ArchiveEntry) =>
  new ConfigurationError(`${name} of the backup belongs to another organisation; nothing was written.`);

/** What the storage holds under a name, read back from it. */
async function describe(name: string, storage: Storage): Promise<Checksums['files'][number]> {
  const found = await storage.find(`/${name}`);
  const hash = createHash('sha256');
  for await (const chunk of found?.bytes ?? []) hash.update(chunk as Buffer);
  return { name, size: found?.size ?? 0, sha256: hash.digest('hex') };
}
