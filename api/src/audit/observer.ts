import type { Database } from '../platform/database/db.ts';
import { storable } from '../platform/http/pipeline/stored-texts.ts';
import type { DataExport, Denial, RequestObserver } from '../platform/http/pipeline/observer.ts';
import { type AuditEvent, insertAudit, insertLimitedAudit } from './queries.ts';

/** How many denials of one user for one reason in an hour get an entry of their own; further ones are counted. */
const listedDenials = 3;

/** How many exports of one session get an entry of their own; more than a session can make in an hour. */
const exportsPerSession = 10_000;

/** Writes denied requests and exports into the audit. */
export function auditObserver(database: Database): RequestObserver {
  return {
    async denied(transactions, denial) {
      const { actor, origin, error } = denial;
      const group = `${actor.userId} ${error.code}`;
      await transactions.transaction((db) =>
        insertLimitedAudit(db, actor.scope, origin, denialEvent(denial), { group, listed: listedDenials }),
      );
    },
    async exported(db, dataExport) {
      const { actor, origin } = dataExport;
      const event = exportEvent(dataExport);
      if (db && !actor.impersonation) return insertAudit(db, actor.scope, origin, event);
      // the transaction of an impersonation is read-only, and another one has no scope that could write to the audit
      const limit = { group: actor.sessionId, listed: exportsPerSession };
      return database.transaction((writer) => insertLimitedAudit(writer, actor.scope, origin, event, limit));
    },
  };
}

function denialEvent({ actor, endpoint, error, params, requestId }: Denial): AuditEvent {
  return {
    action: error.status === 403 ? 'access.denied' : 'access.unknownRecord',
    entity: 'user',
    entityId: actor.userId,
    ...actorOf(actor),
    after: { request: `${endpoint.method} ${endpoint.path}`, ...shortened(params), requestId },
    reason: error.code,
  };
}

/** Path parameters, shortened and storable, because they are not validated if the request was denied earlier. */
const shortened = (params: unknown) =>
  Object.fromEntries(
    Object.entries(params as Record<string, string>).map(([name, text]) => [name, storable(text.slice(0, 64))]),
  );

/** The event of an export, at the node that was exported. */
function exportEvent({ actor, kind, filter, rowCount }: DataExport): AuditEvent {
  return {
    action: `${kind}.exported`,
    entity: 'node',
    entityId: actor.rootNode?.id ?? actor.scope.orgId,
    ...actorOf(actor),
    after: { rowCount, filter },
  };
}

/** The user who acted; during impersonation the viewer. */
const actorOf = ({ scope, userId, sessionId, impersonation }: Denial['actor']) => ({
  tpath: scope.lo,
  actorId: impersonation?.viewerId ?? userId,
  sessionId,
});
