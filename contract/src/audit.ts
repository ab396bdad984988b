import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { Moment } from './fields.ts';
import { pageQuery } from './paging.ts';

/** What things happen to. */
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

/** One thing that happened: when, who did it from where, to what, and what stood there before and after. */
export const AuditEntry = z.object({
  id: z.uuid(),
  at: Moment,
  actorId: z.nullable(z.uuid()),
  /** Nobody where the portal acted by itself, or somebody tried in vain to be somebody. */
  actorName: z.nullable(z.string()),
  address: z.string(),
  action: z.string(),
  entity: z.string(),
  entityId: z.uuid(),
  entityName: z.nullable(z.string()),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  reason: z.nullable(z.string()),
  /** Its number in the organisation's chain; null for the second in which it is not sealed yet. */
  sealed: z.nullable(z.int()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** What may be asked of the audit, besides which page of it. */
export const AuditQuery = z.extend(pageQuery(['at']), {
  entity: z.optional(z.enum(auditEntities)),
  entityId: z.optional(z.uuid()),
  actorId: z.optional(z.uuid()),
  action: z.optional(z.string().check(z.regex(/^[a-zA-Z]+(\.[a-zA-Z]+)?$/))),
  /** From the beginning of this day, to the end of that one, both in UTC. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
});

/** What happened. */
export const audit = endpoints({
  list: {
    method: 'GET',
    path: '/audit',
    about:
      'What happened in the caller’s own area, newest first; `search` looks for a name, `action` for a kind such as `user` or `user.updated`.',
    allow: { all: ['VIEW_USER', 'VIEW_NODE'] },
    query: AuditQuery,
    result: AuditEntry,
    page: true,
  },
});
