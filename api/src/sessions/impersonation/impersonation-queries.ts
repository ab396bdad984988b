import {
  type Impersonation,
  type ImpersonationEndReason,
  maxImpersonationMinutes,
} from '@storeward/contract/sessions/impersonation';
import { sql } from 'kysely';
import type { Scope } from '../../platform/actor.ts';
import { build, type Db } from '../../platform/database/db.ts';

/** Why a user may not be impersonated, by the SQL function that also checks every request; undefined if they may. */
export async function findImpersonationDenialReason(
  db: Db,
  _scope: Scope,
  userId: string,
  rights: readonly string[],
): Promise<Extract<ImpersonationEndReason, 'personClosed' | 'outOfReach'> | undefined> {
  const row = await db.first(
    sql<{
      denialReason: 'personClosed' | 'outOfReach' | null;
    }>`select check_impersonation(${userId}, ${[...rights]}) as "denialReason"`,
  );
  return row?.denialReason ?? undefined;
}

/** A new impersonation; `endAuditId` is the id reserved for the audit entry of its end. */
export type NewImpersonation = {
  readonly id: string;
  readonly endAuditId: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly viewerId: string;
  readonly reason: string;
};

/** Inserts an impersonation that expires by itself. */
export async function insertImpersonation(db: Db, scope: Scope, newImpersonation: NewImpersonation): Promise<void> {
  await db.run(
    build.insertInto('impersonations').values({
      id: newImpersonation.id,
      org_id: scope.orgId,
      user_id: newImpersonation.userId,
      session_id: newImpersonation.sessionId,
      viewer_id: newImpersonation.viewerId,
      reason: newImpersonation.reason,
      started_date: sql<string>`clock()`,
      until: sql<string>`clock() + make_interval(mins => ${maxImpersonationMinutes})`,
      end_audit_id: newImpersonation.endAuditId,
    }),
  );
}

/** The impersonation of the actor's own session; ends it first if it is no longer allowed. */
export async function findOwnImpersonation(
  db: Db,
  _scope: Scope,
  sessionId: string,
  rights: readonly string[],
): Promise<Impersonation | undefined> {
  const row = await db.first(
    sql<{
      impersonation: Impersonation | null;
    }>`select own_impersonation(${sessionId}, ${[...rights]}) as impersonation`,
  );
  return row?.impersonation ?? undefined;
}

/** Ends the impersonation of the actor's own session, with its audit entry; returns whether there was one. */
export async function stopImpersonation(db: Db, _scope: Scope, sessionId: string, address: string): Promise<boolean> {
  const row = await db.first(sql<{ ended: boolean }>`select stop_impersonation(${sessionId}, ${address}) as ended`);
  return row!.ended;
}

/** Ends expired impersonations of all organisations. */
export async function endExpiredImpersonations(db: Db): Promise<void> {
  await db.run(sql`select end_expired_impersonations()`);
}
