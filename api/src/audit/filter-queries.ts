import type { AuditPreset } from '@storeward/contract/audit';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import { searchPattern } from '../platform/database/search-patterns.ts';

export type AuditFilter = {
  readonly search?: string | undefined;
  readonly entity?: string | undefined;
  readonly entityId?: string | undefined;
  readonly actorId?: string | undefined;
  readonly action?: string | undefined;
  readonly preset?: AuditPreset | undefined;
  readonly run?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The time zone of these days; UTC if there is none. */
  readonly timeZone?: string | undefined;
};

export type Reader = { readonly userId: string };

/** Conditions of the presets. Those of rare actions repeat the condition of the index `audit_rare_actions`, to be found by it. */
const presets: Readonly<Record<AuditPreset, (alias: string) => RawBuilder<unknown>>> = {
  signIns: (alias) => sql`${sql.ref(`${alias}.action`)} like 'session.%'`,
  denials: (alias) => rareActions(alias, ['access.denied', 'access.unknownRecord']),
  exports: (alias) => rareActions(alias, ['user.exported', 'node.exported', 'setting.exported', 'audit.exported']),
  runs: (alias) => sql`${sql.ref(`${alias}.run_id`)} is not null`,
};

const rareActions = (alias: string, actions: readonly string[]) =>
  sql`${sql.ref(`${alias}.action`)} in (${sql.join(actions.map((action) => sql.lit(action)))})`;

/** Changes of settings are entries about the node whose settings they are. */
const ofKind = (column: (name: string) => RawBuilder<unknown>, entity: string) =>
  entity === 'setting' ? sql`${column('action')} like 'setting.%'` : sql`${column('entity')} = ${entity}`;

/** Entries within the reader's scope or by the reader, narrowed by every filter except the search text. */
export const filterCondition = (
  scope: Scope,
  { userId }: Reader,
  { entity, entityId, actorId, action, preset, run, from, to, timeZone = 'UTC' }: AuditFilter,
  alias = 'a',
): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const conditions = [
    sql`${column('org_id')} = ${scope.orgId} and (${column('tpath')} >= ${scope.lo} and ${column('tpath')} < ${scope.hi} or ${column('actor_id')} = ${userId})`,
    entity && ofKind(column, entity),
    entityId && sql`${column('entity_id')} = ${entityId}`,
    actorId && sql`${column('actor_id')} = ${actorId}`,
    action &&
      (action.includes('.') ? sql`${column('action')} = ${action}` : sql`${column('action')} like ${`${action}.%`}`),
    preset && presets[preset](alias),
    run && sql`${column('run_id')} = ${run}`,
    from && sql`${column('at')} >= ${from}::date::timestamp at time zone ${timeZone}`,
    to && sql`${column('at')} < (${to}::date + 1)::timestamp at time zone ${timeZone}`,
  ];
  return sql.join(
    conditions.filter((one) => typeof one === 'object'),
    sql` and `,
  );
};

/** Up to this many matches are collected by index and sorted; beyond, entries are scanned in order. */
const maxSearchCandidates = 5_000;

/**
 * The search text as two strategies: `candidates` collects the entries about or by the matching records by index; if
 * there are too many (`use_candidates` false), the ordered scan filters each entry by `matching`.
 */
export const searchClauses = (condition: RawBuilder<unknown>, search: string) => {
  const byColumn = (column: string) => sql`
    select entry.id, entry.at from first_matching, lateral (
      select a.id, a.at from audit a where ${condition} and ${sql.ref(column)} = first_matching.id order by a.at desc, a.id desc limit ${sql.lit(maxSearchCandidates + 1)}) entry`;
  return {
    candidateCtes: sql`matching as materialized (select audit_subject_ids(${searchPattern(search)}) as id),
      first_matching as materialized (select id from matching limit ${sql.lit(maxSearchCandidates + 1)}),
      candidates as materialized (
        select id, at from (${byColumn('a.entity_id')} union all ${byColumn('a.actor_id')}) x
         where (select count(*) from first_matching) <= ${sql.lit(maxSearchCandidates)} limit ${sql.lit(maxSearchCandidates + 1)}),
      search_plan as materialized (
        select (select count(*) from first_matching) <= ${sql.lit(maxSearchCandidates)} and (select count(*) from candidates) <= ${sql.lit(maxSearchCandidates)} as use_candidates)`,
    scanCondition: sql`${condition} and not (select use_candidates from search_plan) and (a.actor_id in (select id from matching) or a.entity_id in (select id from matching))`,
  };
};
