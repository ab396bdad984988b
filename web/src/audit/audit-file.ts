import type { AuditEntry } from '@storeward/contract/audit';
import { byteOrderMark, csvLine } from '@storeward/contract/csv';
import { touchedBy } from './audit-words.ts';

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
] as const;

/** What happened as a table in text form, for spreadsheets and auditors. */
export function auditFile(entries: readonly AuditEntry[]): Blob {
  const lines = entries.map((entry) => [
    ...columns.map((column) => entry[column]),
    touchedBy(entry)
      .map(({ field, before, after }) => `${field}: ${before} → ${after}`)
      .join('\n'),
  ]);
  return new Blob([byteOrderMark, csvLine([...columns, 'changes']), ...lines.map(csvLine)], { type: 'text/csv' });
}
