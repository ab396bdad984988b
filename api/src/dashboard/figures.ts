import { type dashboardFigures, overrideCountLimit, securityEventKinds } from '@storeward/contract/dashboard/figures';
import type { RunKindName } from '@storeward/contract/imports/run-kinds';
import type { NodeId } from '@storeward/contract/nodes';
import { type SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import type { Actor } from '../platform/actor.ts';
import type { Service } from '../platform/http/pipeline/context.ts';
import { mayList } from '../settings/policy.ts';
import { listAttention } from './attention.ts';
import * as counts from './count-queries.ts';
import { visibleRunKinds } from './policy.ts';
import * as queries from './queries.ts';

const listedRuns = 5;
const listedChanges = 3;
const listedOrganisations = 5;
const securityEventLimit = 10_000;

const visibleSections = (actor: Actor) => sectionNames.filter((name) => mayList(actor, sectionOf(name)));

export const dashboardFiguresService: Service<typeof dashboardFigures> = {
  loginHours: ({ db, actor }, { query }) => counts.countSignInsByHour(db, actor.scope, query),

  security: ({ db, actor }, { query: { days } }) =>
    Promise.all(
      securityEventKinds.map(async (kind) => ({
        kind,
        ...(await queries.countSecurityEvents(db, actor.scope, kind, { days, limit: securityEventLimit })),
      })),
    ),

  attention: listAttention,

  async runs({ db, actor }) {
    const rows = await queries.listRecentRuns(db, actor.scope, { kinds: visibleRunKinds(actor), limit: listedRuns });
    return rows.map((row) => ({ ...row, kind: row.kind as RunKindName }));
  },

  async overrides({ db, actor }) {
    const rows = await queries.countOverrides(db, actor.scope, visibleSections(actor), overrideCountLimit);
    return rows.map(({ section, count }) => ({ section: section as SectionName, count }));
  },

  async planned({ db, actor }) {
    const rows = await queries.listPlannedChanges(db, actor.scope, visibleSections(actor), listedChanges);
    const next = rows.map(({ count: _, nodeId, section, ...row }) => ({
      ...row,
      nodeId: nodeId as NodeId,
      section: section as SectionName,
    }));
    return { count: rows[0]?.count ?? 0, next };
  },

  organisations: ({ db, actor }, { query }) =>
    counts.listOrganisationSignIns(db, actor.scope, query, listedOrganisations),
};
