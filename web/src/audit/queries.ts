import { audit, type AuditEntry } from '@storeward/contract/audit';
import type { RequestOf } from '@storeward/contract/endpoint';
import { call, endpointQuery } from '../platform/api.ts';

type Query = RequestOf<typeof audit.list>['query'];

/** One page of the audit trail of the user's own area, newest first. */
export const auditQuery = (query: Query) => endpointQuery(audit.list, { query });

/** Loads all matching entries; `onProgress` receives the number loaded so far. */
export async function fetchAllEntries(query: Query, onProgress: (count: number) => void): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await call(audit.list, { query: { ...query, page: undefined, size: 100, cursor } });
    entries.push(...page.result);
    onProgress(entries.length);
    cursor = page.next;
  } while (cursor);
  return entries;
}
