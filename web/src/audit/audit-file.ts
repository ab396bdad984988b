import type { AuditEntry } from '@storeward/contract/audit';
import { byteOrderMark, csvLine } from '@storeward/contract/csv';
import { rawChanges } from './audit-labels.ts';

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

/** The audit entries as CSV. */
export function auditFile(entries: readonly AuditEntry[]): Blob {
  const lines = entries.map((entry) => [
    ...columns.map((column) => entry[column]),
    rawChanges(entry)
      .map(({ field, before, after }) => `${field}: ${before} → ${after}`)
      .join('\n'),
  ]);
  return new Blob([byteOrderMark, csvLine([...columns, 'changes']), ...lines.map(csvLine)], { type: 'text/csv' });
}
