import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { Timestamp } from './fields.ts';
import { pageQuery } from './paging.ts';

/** Kinds of records that audit entries refer to. */
export const auditEntities = [
  'user',
  'node',
  'organisation',
  'role',
  'setting',
  'device',
  'import',
  'view',
  'webhook',
] as const;

/** An audit entry; `before` and `after` hold the changed fields. */
export const AuditEntry = z.object({
  id: z.uuid(),
  at: Timestamp,
  actorId: z.nullable(z.uuid()),
  /** Null where the portal acted by itself, and for failed sign-ins. */
  actorName: z.nullable(z.string()),
  address: z.string(),
  action: z.string(),
  entity: z.string(),
  entityId: z.uuid(),
  entityName: z.nullable(z.string()),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  reason: z.nullable(z.string()),
  /** Position in the organisation's hash chain; null until the entry is chained, within about a second. */
  sealed: z.nullable(z.int()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditQuery = z.extend(pageQuery(['at']), {
  entity: z.optional(z.enum(auditEntities)),
  entityId: z.optional(z.uuid()),
  actorId: z.optional(z.uuid()),
  action: z.optional(z.string().check(z.regex(/^[a-zA-Z]+(\.[a-zA-Z]+)?$/))),
  /** First and last day, both inclusive, in UTC. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
});

export const audit = endpoints({
  list: {
    method: 'GET',
    path: '/audit',
    summary:
      'What happened in the caller’s own area, newest first; `search` looks for a name, `action` for a kind such as `user` or `user.updated`.',
    allow: { all: ['VIEW_USER', 'VIEW_NODE'] },
    query: AuditQuery,
    result: AuditEntry,
    page: true,
  },
});
