// Verifies hash chains and signed records of the audit. It imports nothing of the product and computes everything itself, so that
// an outsider can read it, and run it with Node alone (24 or newer): node api/src/cli/verify/export-file.ts export.jsonl keys.jsonl
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

/** An audit entry as it is exported; every value that is no text is a `Numeral`, a list, an object, a boolean or null. */
export type Entry = Readonly<Record<string, unknown>>;
export type ChainedEntry = {
  readonly position: number;
  readonly version: number;
  readonly hash: string;
  readonly entry: Entry;
};
export type Anchor = { type: 'anchor'; orgId: string; position: number; hash: string; at: string };
export type Gap = {
  type: 'gap';
  orgId: string;
  reason: 'retention' | 'restore' | 'organisationRemoved' | 'demoDataRemoved';
  from: number;
  through: number;
  hash: string;
  head: { position: number; hash: string };
  at: string;
};
export type Signature = { key: string; signature: string };
export type SignedRecord = (Anchor | Gap | { type: 'key'; publicKey: string; at: string }) & Signature;

/** A number as it was written, since the hash is computed over its text. */
class Numeral {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Parses JSON, with the numbers of `entry` as they are written. */
export function parseEntry(text: string): Entry {
  const keepNumerals = (_key: string, value: unknown, { source }: { source?: string }) =>
    typeof value === 'number' && source !== undefined ? new Numeral(source) : value;
  return JSON.parse(text, keepNumerals as (key: string, value: unknown) => unknown) as Entry;
}

const fields = [
  'id',
  'orgId',
  'path',
  'at',
  'actorId',
  'sessionId',
  'address',
  'action',
  'entity',
  'entityId',
  'before',
  'after',
  'reason',
  'runId',
];

/** Version 1 of the canonical form: the values as a JSON list with spaces after commas and colons, keys by length, then by bytes. */
const canonicalForm = (entry: Entry): string => canonical(fields.map((field) => entry[field] ?? null));

function canonical(value: unknown): string {
  if (value instanceof Numeral) return value.text;
  if (Array.isArray(value)) return `[${value.map(canonical).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const pairs = Object.entries(value)
    .map(([key, item]) => ({ key, item: item as unknown, bytes: Buffer.from(key) }))
    .sort((one, other) => one.bytes.length - other.bytes.length || one.bytes.compare(other.bytes));
  return `{${pairs.map(({ key, item }) => `${JSON.stringify(key)}: ${canonical(item)}`).join(', ')}}`;
}

/** The hash of an entry after the hash before it (hexadecimal); undefined for an unknown version. */
export function entryHash(
  { version, entry }: Pick<ChainedEntry, 'version' | 'entry'>,
  previous: string,
): string | undefined {
  if (version !== 1) return undefined;
  return createHash('sha256').update(Buffer.from(previous, 'hex')).update(canonicalForm(entry)).digest('hex');
}

/** The public keys whose signatures are trusted, and the check of signed records by them. */
export class TrustedKeys {
  readonly #keys = new Map<string, KeyObject>();

  /** Adds a public key (SPKI, DER, base64); keys are named by their hash, so a name cannot be taken by another key. */
  add(publicKey: string): void {
    const spki = Buffer.from(publicKey, 'base64');
    const name = createHash('sha256').update(spki).digest('hex').slice(0, 16);
    this.#keys.set(name, createPublicKey({ key: spki, format: 'der', type: 'spki' }));
  }

  names(): string[] {
    return [...this.#keys.keys()];
  }

  get size(): number {
    return this.#keys.size;
  }

  hasSigned({ signature, ...record }: SignedRecord): boolean {
    const key = this.#keys.get(record.key);
    const bytes = Buffer.from(`storeward audit record\n${JSON.stringify(sorted(record))}`);
    return key !== undefined && verify(null, bytes, key, Buffer.from(signature, 'base64'));
  }
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}

/** Whether a gap explains why a chain does not contain an anchor. */
export const explains = (gap: Gap, { orgId, position, at }: Anchor): boolean =>
  gap.orgId === orgId && gap.at >= at && gap.from <= position && position <= gap.through;

/** The first position of a chain: after the entries that retention has removed. */
export function chainStart(gaps: readonly Gap[]): { position: number; hash: string } {
  const removed = gaps.filter(({ reason }) => reason === 'retention').sort((one, other) => other.through - one.through);
  return removed[0] ? { position: removed[0].through, hash: removed[0].hash } : { position: 0, hash: '' };
}
