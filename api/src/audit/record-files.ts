import { createReadStream } from 'node:fs';
import { appendFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
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

    /** All keys, then all records, oldest first. */
    async *all(): AsyncGenerator<SignedRecord> {
      const names = await readdir(folder).catch(() => []);
      for (const name of ['keys.jsonl', ...names.filter((one) => one.startsWith('records-')).sort()])
        yield* read(join(folder, name));
    },
  };
}

export type RecordFiles = ReturnType<typeof recordFiles>;

/** The records of a file; skips lines that are not valid records, such as one that a crash truncated. */
async function* read(file: string): AsyncGenerator<SignedRecord> {
  const stream = createReadStream(file, 'utf8');
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
      const record = parse(line);
      if (record) yield record;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
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
