import { audit, type AuditEntry } from '@storeward/contract/audit';
import type { CallOf } from '@storeward/contract/endpoint';
import { call, read } from '../platform/api.ts';

type Query = CallOf<typeof audit.list>['query'];

/** One page of what happened in the reader's own area, newest first. */
export const auditPage = (query: Query) => read(audit.list, { query });

/** How much of what happened a file may hold. */
const mostExported = 10_000;

/** All that a question finds, up to a bound, for a file; `told` hears how much there is so far. */
export async function wholeAudit(query: Query, told: (count: number) => void): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await call(audit.list, { query: { ...query, page: undefined, size: 100, cursor } });
    entries.push(...page.result);
    told(entries.length);
    cursor = page.next;
  } while (cursor && entries.length < mostExported);
  return entries;
}
