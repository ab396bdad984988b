import { type audit, auditFormats } from '@storeward/contract/audit';
import { csvLine } from '@storeward/contract/csv';
import type { InputOf, WrittenFile } from '@storeward/contract/endpoint';
import type { Context } from '../platform/http/pipeline/context.ts';
import { csvParts } from '../platform/http/csv-parts.ts';
import {
  type ChainedRow,
  listSignedRecords,
  type ReadableRow,
  showsEverything,
  streamChained,
  streamReadable,
} from './export-queries.ts';
import type { RecordFiles } from './record-files.ts';

type Filter = InputOf<typeof audit.export>['query'];

/** The matching entries as a file: CSV for people, JSON lines that api/src/cli/verify/export-file.ts verifies. */
export async function exportFile(
  { db, actor }: Context,
  { format, orgId: _, ...filter }: Filter,
  files: RecordFiles,
): Promise<WrittenFile> {
  const { scope } = actor;
  const name = `audit-${new Date().toISOString().slice(0, 10)}.${format}`;
  const type = auditFormats[format];
  if (format === 'csv')
    return { name, type, parts: readableParts(streamReadable(db, scope, actor, filter)), end: readableEnd };
  const isWhole = Object.keys(filter).length === 0 && scope.whole && (await showsEverything(db));
  const header = { type: 'export', orgId: scope.orgId, whole: isWhole, filter, at: new Date().toISOString() };
  const head = [JSON.stringify(header), ...(await publicKeys(files)), ...(await listSignedRecords(db, scope))];
  const end = (entries: number) => `${JSON.stringify({ type: 'end', entries })}\n`;
  return { name, type, parts: chainedParts(head, streamChained(db, scope, actor, filter)), end };
}

const columns = [
  'at',
  'action',
  'entity',
  'entityId',
  'entityName',
  'actorId',
  'actorName',
  'address',
  'reason',
  'sealed',
  'runId',
] as const;

const readableParts = (rows: AsyncGenerator<ReadableRow[]>) =>
  csvParts([...columns, 'before', 'after'], rows, (row) => [
    [...columns.map((column) => row[column]), fieldsText(row.before), fieldsText(row.after)],
  ]);

const readableEnd = (entries: number) => csvLine([`End of the file: ${entries} entries`]);

/** One field per line. */
const fieldsText = (fields: Record<string, unknown> | null) =>
  Object.entries(fields ?? {})
    .map(([field, value]) => `${field}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');

async function* chainedParts(head: readonly string[], rows: AsyncGenerator<ChainedRow[]>) {
  yield { text: head.map((line) => `${line}\n`).join(''), rowCount: 0 };
  for await (const part of rows) yield { text: part.map(chainedLine).join(''), rowCount: part.length };
}

/** The entry is written as the database has it, since its hash covers the text of its numbers. */
function chainedLine({ entry, ...link }: ChainedRow): string {
  const line = JSON.stringify({ type: 'entry', ...link, ...(entry === null && { withheld: true }) });
  return entry === null ? `${line}\n` : `${line.slice(0, -1)},"entry":${entry}}\n`;
}

async function publicKeys(files: RecordFiles): Promise<string[]> {
  const keys: string[] = [];
  for await (const record of files.all()) {
    if (record.type !== 'key') break;
    keys.push(JSON.stringify(record));
  }
  return keys;
}
