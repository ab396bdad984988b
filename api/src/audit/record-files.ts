import { createReadStream } from 'node:fs';
import { appendFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { PublicKeyRecord, RecordSigner, Signed, SignedRecord } from './signed-records.ts';

/** The files of signed records in the data folder: an append-only one of public keys, and one of records for each month. */
export function recordFiles(dataDir: string) {
  const folder = join(dataDir, 'audit');
  const keysFile = join(folder, 'keys.jsonl');

  async function append(file: string, records: readonly SignedRecord[]): Promise<void> {
    if (records.length === 0) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('');
    await appendFile(file, lines, { mode: 0o600, flush: true });
  }

  return {
    append: (records: readonly SignedRecord[], now = new Date()) =>
      append(join(folder, `records-${now.toISOString().slice(0, 7)}.jsonl`), records),

    /** Adds the missing public keys, each signed with its own private key; returns the records added. */
    async addKeys(signers: readonly RecordSigner[], now = new Date()): Promise<Signed<PublicKeyRecord>[]> {
      const known = new Set<string>();
      for await (const record of read(keysFile)) known.add(record.key);
      const added = signers
        .filter(({ keyId }) => !known.has(keyId))
        .map(({ publicKey, signed }) => signed({ type: 'key', publicKey, at: now.toISOString() }));
      await append(keysFile, added);
      return added;
    },

    /** Appends those records that the files do not have yet. */
    async addMissing(records: readonly SignedRecord[]): Promise<void> {
      const idOf = (record: SignedRecord) => (record.type === 'key' ? record.key : record.signature);
      const known = new Set<string>();
      for await (const record of this.all()) known.add(idOf(record));
      const missing = records.filter((record) => !known.has(idOf(record)));
      await append(
        keysFile,
        missing.filter(({ type }) => type === 'key'),
      );
      await this.append(missing.filter(({ type }) => type !== 'key'));
    },

    /** All keys, then all records, oldest first. */
    async *all(): AsyncGenerator<SignedRecord> {
      const names = await readdir(folder).catch(() => []);
      for (const name of ['keys.jsonl', ...names.filter((one) => one.startsWith('records-')).sort()])
        yield* read(join(folder, name));
    },
  };
}

export type RecordFiles = ReturnType<typeof recordFiles>;

async function* read(file: string): AsyncGenerator<SignedRecord> {
  try {
    yield* recordsIn(createReadStream(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** The records in the bytes of a file; skips lines that are not valid records, such as one that a crash truncated. */
export async function* recordsIn(bytes: Readable): AsyncGenerator<SignedRecord> {
  for await (const line of createInterface({ input: bytes, crlfDelay: Number.POSITIVE_INFINITY })) {
    const record = parse(line);
    if (record) yield record;
  }
}

function parse(line: string): SignedRecord | undefined {
  try {
    const record = JSON.parse(line) as Partial<SignedRecord> | null;
    return typeof record?.type === 'string' && typeof record.signature === 'string'
      ? (record as SignedRecord)
      : undefined;
  } catch {
    return undefined;
  }
}
