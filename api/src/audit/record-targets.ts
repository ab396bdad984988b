import { randomBytes } from 'node:crypto';
import type { Platform } from '../platform/application.ts';
import { configuredBucket } from '../platform/files/configured-storage.ts';
import { safeFetch } from '../platform/security/safe-fetch.ts';
import { type RecordFiles, recordFiles } from './record-files.ts';
import type { SignedRecord } from './signed-records.ts';

/** Writes signed records outside the database; rejects if any target has not got them, and sends it these again with the next. */
export type RecordTargets = {
  readonly files: RecordFiles;
  readonly write: (records: readonly SignedRecord[]) => Promise<void>;
};

type Send = (lines: string) => Promise<void>;

/** Records that a remote target that does not answer waits for; beyond, the oldest are only in the files and the log. */
const maxWaiting = 10_000;

/** The log and the files of the data folder, and by setting an S3 bucket and a web address. */
export function recordTargets({ environment, server }: Pick<Platform, 'environment' | 'server'>): RecordTargets {
  const files = recordFiles(environment.dataDir);
  const bucket = environment.auditAnchorBucket ? configuredBucket(environment) : undefined;
  const remotes = [
    ...(bucket ? [toBucket(bucket)] : []),
    ...(environment.auditAnchorUrl ? [toUrl(environment.auditAnchorUrl)] : []),
  ].map((send) => ({ send, waiting: [] as SignedRecord[] }));
  return {
    files,
    async write(records) {
      for (const record of records) server.log.info({ audit: record }, 'audit record');
      await files.append(records.filter(({ type }) => type !== 'key'));
      for (const remote of remotes) remote.waiting = [...remote.waiting, ...records].slice(-maxWaiting);
      for (const remote of remotes.filter(({ waiting }) => waiting.length > 0)) {
        await remote.send(remote.waiting.map((record) => `${JSON.stringify(record)}\n`).join(''));
        remote.waiting = [];
      }
    },
  };
}

const toBucket =
  (bucket: NonNullable<ReturnType<typeof configuredBucket>>): Send =>
  async (lines) => {
    const now = new Date().toISOString();
    const name = `/audit/${now.slice(0, 10)}/${now.replaceAll(':', '')}-${randomBytes(6).toString('hex')}.jsonl`;
    await bucket('PUT', name, [200, 201, 204], {
      content: { bytes: Buffer.from(lines), type: 'application/x-ndjson' },
    });
  };

/** The operator chooses the address, so it may be one of a private network. */
const toUrl = (address: string): Send => {
  const client = safeFetch({ networks: ['0.0.0.0/0', '::/0'], allowLoopback: true });
  return async (lines) => {
    const { status, error } = await client.post(address, { 'content-type': 'application/x-ndjson' }, lines);
    if (status === null || status >= 300) throw new Error(`AUDIT_ANCHOR_URL answered ${status ?? error}`);
  };
};
