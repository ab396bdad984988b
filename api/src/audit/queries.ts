import type { MessageCode } from '@storeward/contract/errors';
import { sql } from 'kysely';
import { build, type Db } from '../platform/database/db.ts';
import { newId } from '../platform/database/ids.ts';
import type { Origin, Scope } from '../platform/actor.ts';

/** An event to record; `before` and `after` hold the changed fields and are stored as JSON. */
export type AuditEvent = {
  readonly action: `${string}.${string}`;
  readonly entity: string;
  readonly entityId: string;
  readonly tpath: string;
  readonly actorId: string | null;
  readonly sessionId?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string;
  /** The import or bulk change that it belongs to. */
  readonly runId?: string;
};

/** Inserts an entry of the audit log, at the time of the database; call it in the transaction of the change itself. */
export async function insertAudit(db: Db, scope: Scope, origin: Origin, event: AuditEvent): Promise<void> {
  db.pipeline(build.insertInto('audit').values(auditRow(scope, origin, event)));
}

/** Inserts many audit entries in one statement, without waiting for it. */
export async function insertAudits(db: Db, scope: Scope, origin: Origin, events: readonly AuditEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => ({ id: newId(), ...event, reason: reasonOf(event, origin) }));
  db.pipeline(sql`
    insert into audit (id, org_id, tpath, actor_id, session_id, address, action, entity, entity_id, before, after, reason, run_id)
    select x.id, ${scope.orgId}, x.tpath, x."actorId", x."sessionId", ${origin.address}, x.action, x.entity, x."entityId", x.before, x.after, x.reason, x."runId"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id uuid, tpath text, "actorId" uuid, "sessionId" uuid,
           action text, entity text, "entityId" uuid, before jsonb, after jsonb, reason text, "runId" uuid)`);
}

/**
 * Counts an event that unauthenticated clients can cause without limit: the first `listed` of an hour get entries of
 * their own, the others one entry with their number. `group` states which events are counted together.
 */
export async function insertLimitedAudit(
  db: Db,
  { orgId }: Pick<Scope, 'orgId'>,
  { address }: Pick<Origin, 'address'>,
  event: AuditEvent,
  { group, listed }: { readonly group: string; readonly listed: number },
): Promise<void> {
  db.pipeline(sql`select count_denial(${orgId}, ${group}, ${listed}, ${JSON.stringify({ ...event, address })}::jsonb)`);
}

/** Writes the numbers of events that were only counted, once their hour is over. */
export async function writeCountedEvents(db: Db): Promise<void> {
  await db.run(sql`select write_expired_denials()`);
}

/** The reason that the user gave; without one, a note if the change may have replaced another one. */
const reasonOf = ({ reason }: AuditEvent, { unversioned }: Origin): string | undefined =>
  reason ?? (unversioned ? ('record.unversioned' satisfies MessageCode) : undefined);

function auditRow(scope: Scope, origin: Origin, event: AuditEvent) {
  const { action, entity, entityId, tpath, actorId, sessionId, before, after, runId } = event;
  const toJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  return {
    id: newId(),
    org_id: scope.orgId,
    tpath,
    actor_id: actorId,
    session_id: sessionId ?? null,
    address: origin.address,
    action,
    entity,
    entity_id: entityId,
    before: toJson(before),
    after: toJson(after),
    reason: reasonOf(event, origin) ?? null,
    run_id: runId ?? null,
  };
}

/** The changed fields between two states of a record, before and after. */
export function difference(before: Record<string, unknown>, after: Record<string, unknown>) {
  const changed = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const pick = (from: Record<string, unknown>) => Object.fromEntries(changed.map((key) => [key, from[key]]));
  return { before: pick(before), after: pick(after) };
}
