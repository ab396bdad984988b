import * as z from 'zod/mini';
import { endpoints } from '../endpoint.ts';
import { Timestamp } from '../fields.ts';
import { importStates } from '../imports.ts';
import { runKindNames } from '../imports/run-kinds.ts';
import { NodeId } from '../nodes.ts';
import { type SectionName, sectionNames } from '../settings/sections.ts';
import { ofOrganisation, ofPeriod } from './period.ts';

/** Values of one section are counted up to this number, which then means "at least". */
export const overrideCountLimit = 10_000;

/** The sign-ins of an hour of the day over all days of a period, and of the period before. */
export const LoginHour = z.object({ hour: z.int(), count: z.int(), before: z.int() });
export type LoginHour = z.infer<typeof LoginHour>;

/** Security events in a period and in the one before. */
export const securityEventKinds = ['refusedSignIns', 'deniedAccess', 'refusedDevices'] as const;
export const SecurityEvents = z.array(
  z.object({ kind: z.enum(securityEventKinds), count: z.int(), before: z.int(), more: z.boolean() }),
);
export type SecurityEvents = z.infer<typeof SecurityEvents>;

/** What needs attention, worst first. */
export const attentionKinds = [
  'auditErrors',
  'lockedUsers',
  'failedRuns',
  'silentDevices',
  'disabledWebhooks',
  'refusedEmails',
  'unconfirmedEmails',
  'invitedUsers',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/** A matter that needs attention, the number of records that it concerns, and the names of some of them. */
export const Attention = z.object({
  kind: z.enum(attentionKinds),
  count: z.int(),
  names: z.array(z.string()),
  /** The id of the record, if the matter concerns a single one. */
  id: z.nullable(z.uuid()),
  /** The kind of a run that failed. */
  runKind: z.nullable(z.enum(runKindNames)),
});
export type Attention = z.infer<typeof Attention>;

export const RecentRun = z.object({
  id: z.uuid(),
  kind: z.enum(runKindNames),
  fileName: z.string(),
  state: z.enum(importStates),
  rowCount: z.int(),
  wrong: z.int(),
  createdDate: Timestamp,
});
export type RecentRun = z.infer<typeof RecentRun>;

const Section = z.enum(sectionNames as [SectionName, ...SectionName[]]);

export const SectionOverrides = z.object({
  section: Section,
  count: z.int(),
});
export type SectionOverrides = z.infer<typeof SectionOverrides>;

export const PlannedChange = z.object({
  nodeId: NodeId,
  nodeName: z.string(),
  section: Section,
  begins: Timestamp,
});

export const PlannedChanges = z.object({ count: z.int(), next: z.array(PlannedChange) });
export type PlannedChanges = z.infer<typeof PlannedChanges>;

export const OrganisationSignIns = z.object({ id: z.uuid(), name: z.string(), count: z.int(), before: z.int() });
export type OrganisationSignIns = z.infer<typeof OrganisationSignIns>;

const shared = { method: 'GET', allow: 'OM_DASHBOARD' } as const;

/** Further figures of the dashboard. */
export const dashboardFigures = endpoints({
  loginHours: {
    ...shared,
    path: '/user-management/dashboard/login-hours',
    summary:
      'At which hours of the day users in the current user’s scope signed in, in a period and in the one before.',
    query: ofPeriod,
    result: z.array(LoginHour),
  },
  security: {
    ...shared,
    path: '/user-management/dashboard/security',
    summary:
      'How often a sign-in, a request or a device was rejected in the current user’s scope, in a period and in the one before.',
    allow: { all: ['OM_DASHBOARD', 'VIEW_USER', 'VIEW_NODE'] },
    query: ofPeriod,
    result: SecurityEvents,
  },
  attention: {
    ...shared,
    path: '/node-management/dashboard/attention',
    summary:
      'What needs attention in the current user’s scope, worst first, as far as the current user has permission to act on it.',
    query: ofOrganisation,
    result: z.array(Attention),
  },
  runs: {
    ...shared,
    path: '/node-management/dashboard/runs',
    summary: 'The latest imports and bulk changes that the current user may see.',
    query: ofOrganisation,
    result: z.array(RecentRun),
  },
  overrides: {
    ...shared,
    path: '/node-management/dashboard/overrides',
    summary: 'The number of values set below the current user’s node, by section.',
    query: ofOrganisation,
    result: z.array(SectionOverrides),
  },
  planned: {
    ...shared,
    path: '/node-management/dashboard/planned',
    summary: 'The changes of settings in the current user’s scope that begin later.',
    query: ofOrganisation,
    result: PlannedChanges,
  },
  organisations: {
    ...shared,
    path: '/node-management/dashboard/organisations',
    summary: 'The organisations with most sign-ins in a period, for the platform’s dashboard.',
    query: ofPeriod,
    result: z.array(OrganisationSignIns),
  },
});
