import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Environment } from '../platform/environment/environment.ts';
import { configuredBucket } from '../platform/files/configured-storage.ts';
import { safeFetch } from '../platform/security/safe-fetch.ts';
import { type RecordFiles, recordFiles } from './record-files.ts';
import type { SignedRecord } from './signed-records.ts';

/**
 * Writes signed records outside the database; rejects if any target fails, after all others have been written, and
 * sends that target these records again with the next ones.
 */
export type RecordTargets = {
  readonly files: RecordFiles;
  readonly write: (records: readonly SignedRecord[]) => Promise<void>;
};

type Send = (records: readonly SignedRecord[]) => Promise<void>;

/** The files, the bucket or the URL, with the records that it has not received; it receives one batch after another. */
type Target = { readonly send: Send; waiting: readonly SignedRecord[]; sending: Promise<void> };

/**
 * How many records are kept in memory for a target that fails; older ones are then only in the other targets and the
 * log.
 */
const maxWaiting = 10_000;

type RecordTargetDependencies = {
  /** The data folder, and where the bucket and the URL are. */
  readonly environment: Environment;
  /** Its log receives each record. */
  readonly server: FastifyInstance;
};

/** The log, the files of the data folder and, if configured, an S3 bucket and a URL. */
export function recordTargets({ environment, server }: RecordTargetDependencies): RecordTargets {
  const files = recordFiles(environment.dataDir);
  const bucket = environment.auditAnchorBucket ? configuredBucket(environment) : undefined;
  const targets = [
    toFiles(files),
    ...(bucket ? [toBucket(bucket)] : []),
    ...(environment.auditAnchorUrl ? [toUrl(environment.auditAnchorUrl)] : []),
  ].map((send): Target => ({ send, waiting: [], sending: Promise.resolve() }));
  return {
    files,
    async write(records) {
      for (const record of records) server.log.info({ audit: record }, 'audit record');
      for (const target of targets) target.waiting = [...target.waiting, ...records].slice(-maxWaiting);
      const outcomes = await Promise.allSettled(
        targets.map(
          (target) => (target.sending = target.sending.catch(() => undefined).then(() => sendWaiting(target))),
        ),
      );
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    },
  };
}

async function sendWaiting(target: Target): Promise<void> {
  const records = new Set(target.waiting);
  if (records.size === 0) return;
  await target.send([...records]);
  // others may have been added meanwhile
  target.waiting = target.waiting.filter((record) => !records.has(record));
}

/** Public keys are in a file of their own already. */
const toFiles =
  (files: RecordFiles): Send =>
  (records) =>
    files.append(records.filter(({ type }) => type !== 'key'));

const linesOf = (records: readonly SignedRecord[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

const toBucket =
  (bucket: NonNullable<ReturnType<typeof configuredBucket>>): Send =>
  async (records) => {
    const now = new Date().toISOString();
    const name = `/audit/${now.slice(0, 10)}/${now.replaceAll(':', '')}-${randomBytes(6).toString('hex')}.jsonl`;
    await bucket('PUT', name, [200, 201, 204], {
      content: { bytes: Buffer.from(linesOf(records)), type: 'application/x-ndjson' },
    });
  };

/** The operator sets the address, so it may be in a private network. */
const toUrl = (address: string): Send => {
  const client = safeFetch({ networks: ['0.0.0.0/0', '::/0'], allowLoopback: true });
  return async (records) => {
    const { status, error } = await client.post(address, { 'content-type': 'application/x-ndjson' }, linesOf(records));
    if (status === null || status >= 300) throw new Error(`AUDIT_ANCHOR_URL answered ${status ?? error}`);
  };
};
