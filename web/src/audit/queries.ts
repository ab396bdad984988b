import { audit } from '@storeward/contract/audit';
import type { RequestOf } from '@storeward/contract/endpoint';
import { call, endpointQuery, queryKeyOf } from '../platform/api/api.ts';

export type AuditFilterQuery = RequestOf<typeof audit.list>['query'];

/** One page of the audit trail of the user's scope, newest first. */
export const auditQuery = (query: AuditFilterQuery) => endpointQuery(audit.list, { query });

/** How far the hash chain of the user's or the chosen organisation was verified. */
export const statusQuery = (orgId: string | undefined) => endpointQuery(audit.status, { query: { orgId } });

/** The entries of a run, page by page. */
export const runEntriesQuery = (query: AuditFilterQuery & { run: string }) => ({
  queryKey: [...queryKeyOf(audit.list), 'run', query] as readonly unknown[],
  queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
    call(audit.list, { query: { ...query, cursor: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: { next?: string }) => next,
});
