import * as z from 'zod/mini';
import { csvType } from './csv.ts';
import { endpoints } from './endpoint.ts';
import { Timestamp } from './fields.ts';
import { pageQuery } from './paging.ts';
import { TimeZone } from './reference/time-zones.ts';

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
  'apiKey',
  'product',
  'file',
] as const;

/** An audit entry; `before` and `after` hold the changed fields. */
export const AuditEntry = z.object({
  id: z.uuid(),
  at: Timestamp,
  actorId: z.nullable(z.uuid()),
  /** Null for changes that the portal made itself, and for failed sign-ins. */
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
  /** The import or bulk change that it belongs to, with the number of its entries, counted up to a thousand. */
  run: z.nullable(
    z.object({
      id: z.uuid(),
      /** Null where the reader may not see the run itself. */
      kind: z.nullable(z.string()),
      fileName: z.nullable(z.string()),
      entries: z.int(),
    }),
  ),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Kinds of actions to choose from, across all kinds of records. */
export const auditPresets = ['signIns', 'denials', 'exports', 'runs'] as const;
export type AuditPreset = (typeof auditPresets)[number];

/** Which entries to list or to export. */
const filterFields = {
  entity: z.optional(z.enum(auditEntities)),
  entityId: z.optional(z.uuid()),
  actorId: z.optional(z.uuid()),
  action: z.optional(z.string().check(z.regex(/^[a-zA-Z]+(\.[a-zA-Z]+)?$/))),
  preset: z.optional(z.enum(auditPresets)),
  /** The import or bulk change that an entry belongs to. */
  run: z.optional(z.uuid()),
  /** First and last day, both inclusive. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
  /** The time zone of these days; UTC if there is none. */
  timeZone: z.optional(TimeZone),
};

export const AuditQuery = z.extend(pageQuery(['at']), {
  ...filterFields,
  /** Shows each run as its newest entry, with the number of all. */
  grouped: z.optional(z.stringbool({ truthy: ['true'], falsy: ['false'] })),
});

/** The formats of an export: CSV for reading, JSON lines for verification with the hash chain. */
export const auditFormats = { csv: csvType, jsonl: 'application/x-ndjson' } as const;
export type AuditFormat = keyof typeof auditFormats;

/** How far an organisation's hash chain was verified and signed. */
export const AuditStatus = z.object({
  /** The number of chained entries. */
  head: z.int(),
  /** Entries that are not in the chain yet. */
  pending: z.int(),
  /** The position up to which the chain was verified last, and when; null before the first time. */
  verifiedPosition: z.nullable(z.int()),
  verifiedDate: z.nullable(Timestamp),
  faults: z.int(),
  /** The position of the first error, if the error concerns an entry. */
  firstFault: z.nullable(z.int()),
  /** The position that was signed last, and when; null before the first time. */
  anchoredPosition: z.nullable(z.int()),
  anchoredDate: z.nullable(Timestamp),
});
export type AuditStatus = z.infer<typeof AuditStatus>;

const readers = { all: ['VIEW_USER', 'VIEW_NODE'] } as const;

export const audit = endpoints({
  list: {
    method: 'GET',
    path: '/audit',
    summary:
      'The audit entries in the current user’s scope, newest first; `search` finds names, `action` kinds such as `user` or `user.updated`.',
    allow: readers,
    query: AuditQuery,
    result: AuditEntry,
    page: true,
  },
  export: {
    method: 'GET',
    path: '/audit/export',
    summary:
      'All entries that a list with the same filter would show, oldest first, as CSV or as JSON lines with their hashes. A complete file names the number of its entries in its last line.',
    allow: readers,
    query: z.strictObject({
      ...filterFields,
      search: z.optional(z.string().check(z.maxLength(128))),
      format: z.enum(Object.keys(auditFormats) as [AuditFormat, ...AuditFormat[]]),
      orgId: z.optional(z.uuid()),
    }),
    result: z.string(),
    streams: Object.values(auditFormats),
    exports: 'audit',
    errors: ['download.tooMany', 'file.storeSilent'],
  },
  status: {
    method: 'GET',
    path: '/audit/status',
    summary: 'How far the hash chain of the organisation was verified and signed, and how many errors were found.',
    allow: readers,
    query: z.object({ orgId: z.optional(z.uuid()) }),
    result: AuditStatus,
  },
});
