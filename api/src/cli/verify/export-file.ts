// Verifies an exported audit without the product: node api/src/cli/verify/export-file.ts export.jsonl keys.jsonl
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import {
  type Anchor,
  chainStart,
  entryHash,
  explains,
  type Gap,
  parseEntry,
  type SignedRecord,
  TrustedKeys,
} from './audit-verifier.ts';

type Line = { readonly type: string } & Record<string, unknown>;
type Link = { readonly previous: string; readonly hash: string };

/** The signed records of a file of JSON lines. Lines of a log have them under `audit`. */
export function readRecords(file: string): SignedRecord[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"signature"'))
    .map((line) => JSON.parse(line) as SignedRecord & { audit?: SignedRecord })
    .map((line) => line.audit ?? line);
}

/** Verifies the hashes of an exported file, that its entries are consecutive, and the signed records by the trusted keys. */
export async function verifyExport(file: string, outside: readonly SignedRecord[], trusted: TrustedKeys) {
  const errors: string[] = [];
  const records: SignedRecord[] = [...outside];
  const ownKeys: string[] = [];
  const links = new Map<number, Link>();
  let [entries, unchained, withheld] = [0, 0, 0];
  let header: Line | undefined;
  let isComplete = false;
  for await (const line of createInterface({ input: createReadStream(file, 'utf8') })) {
    if (line === '') continue;
    const content = parseEntry(line) as Line;
    if (content.type === 'export') header = content;
    else if (content.type === 'end') isComplete = (JSON.parse(line) as { entries: number }).entries === entries;
    else if (content.type === 'key') ownKeys.push((JSON.parse(line) as { publicKey: string }).publicKey);
    else if (content.type !== 'entry') records.push(JSON.parse(line) as SignedRecord);
    else {
      entries++;
      const { position, version, previous, hash } = JSON.parse(line) as Link & {
        position: number | null;
        version: number;
      };
      const entry = content['entry'] as Record<string, unknown> | undefined;
      if (position === null) unchained++;
      else {
        if (entry === undefined && content['withheld'] === true) withheld++;
        else if (entry === undefined || entryHash({ version, entry }, previous) !== hash)
          errors.push(`entry ${position} does not have its hash`);
        links.set(position, { previous, hash });
      }
    }
  }
  // without a copy from another system the file can only be consistent with itself, which the report states
  const isSelfSigned = trusted.size === 0 && ownKeys.length > 0;
  if (isSelfSigned) for (const publicKey of ownKeys) trusted.add(publicKey);
  if (!isComplete) errors.push('the file is not complete: its end is missing or names another number of entries');
  const orgId = header?.['orgId'];
  const signed = records.filter(
    (record): record is SignedRecord & (Anchor | Gap) => record.type !== 'key' && record.orgId === orgId,
  );
  const valid = signed.filter((record) => trusted.hasSigned(record));
  if (valid.length < signed.length)
    errors.push(`${signed.length - valid.length} signed records have no valid signature of a known key`);
  const gaps = valid.filter((record) => record.type === 'gap');
  errors.push(...linkErrors(links, header?.['whole'] === true ? chainStart(gaps) : undefined));
  const anchors = valid
    .filter((record) => record.type === 'anchor')
    .sort((one, other) => one.position - other.position);
  for (const anchor of anchors) {
    const link = links.get(anchor.position);
    if (link && link.hash !== anchor.hash && !gaps.some((gap) => explains(gap, anchor)))
      errors.push(`entry ${anchor.position}, signed on ${anchor.at}, and those before it were computed anew`);
  }
  const last = anchors.findLast(({ position, hash }) => links.get(position)?.hash === hash);
  const lines = [
    `${entries} entries, ${unchained} of them not chained yet`,
    last ? `signed up to entry ${last.position} on ${last.at}` : 'no entry is signed by a known key',
    ...gaps.map(({ from, through, reason, at }) => `known gap: entries ${from} to ${through} (${reason}, ${at})`),
    ...(withheld > 0
      ? [`${withheld} entries without their content, which the reader may not see: it is not verified.`]
      : []),
    ...(isSelfSigned
      ? [`The keys are those of the file itself; compare them with the operator’s: ${trusted.names().join(', ')}`]
      : []),
    ...(header?.['whole'] === true
      ? []
      : [
          `This file is a part of the chain (${filterText(header)}): entries between its own are not verified, and it does not show whether entries are missing.`,
        ]),
  ];
  return { lines, errors };
}

const filterText = (header: Line | undefined) =>
  Object.entries((header?.['filter'] ?? {}) as Record<string, unknown>)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ') || 'what one reader may see';

/** Each entry must follow its predecessor; in a complete chain none may be missing from its start on. */
function linkErrors(links: ReadonlyMap<number, Link>, start: { position: number; hash: string } | undefined): string[] {
  const errors: string[] = [];
  let before: { position: number; hash: string } | undefined = start;
  for (const [position, { previous, hash }] of [...links].sort(([one], [other]) => one - other)) {
    if (start && before && position > before.position + 1)
      errors.push(`entries ${before.position + 1} to ${position - 1} are missing`);
    else if (before?.position === position - 1 && before.hash !== previous)
      errors.push(`entry ${position} does not follow entry ${position - 1}`);
    before = { position, hash };
  }
  return errors;
}

if (import.meta.main) {
  const [file, ...copies] = process.argv.slice(2);
  if (!file) throw new Error('Name the exported file, then the files with public keys and signed records.');
  const records = copies.flatMap(readRecords);
  const trusted = new TrustedKeys();
  for (const record of records) if (record.type === 'key') trusted.add(record.publicKey);
  const { lines, errors } = await verifyExport(file, records, trusted);
  for (const line of [...lines, ...errors.map((error) => `ERROR ${error}`)]) process.stdout.write(`${line}\n`);
  process.stdout.write(errors.length === 0 ? 'The file is valid.\n' : `${errors.length} errors.\n`);
  process.exitCode = errors.length === 0 ? 0 : 1;
}
