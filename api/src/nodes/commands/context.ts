import type { NodeInput } from '@storeward/contract/nodes/node-input';
import type { NodeType } from '@storeward/contract/access';
import { type AuditEvent, insertAudits } from '../../audit/queries.ts';
import type { Context } from '../../platform/http/pipeline/context.ts';

/** The transaction of a command; `runId` is the import that it is part of. */
export type CommandContext = Pick<Context, 'db' | 'actor' | 'origin'> & { readonly runId?: string };

export type NodeAuditEvent = Pick<AuditEvent, 'tpath' | 'before' | 'after'> & {
  readonly action: `node.${string}`;
  readonly id: string;
};

/** Inserts the audit events of a set of nodes, grouped by the run if there is one. */
export async function auditNodes(
  { db, actor, origin, runId }: CommandContext,
  events: readonly NodeAuditEvent[],
): Promise<void> {
  const common = { entity: 'node', actorId: actor.userId, sessionId: actor.sessionId, ...(runId && { runId }) };
  await insertAudits(
    db,
    actor.scope,
    origin,
    events.map(({ id: entityId, ...event }) => ({ ...event, ...common, entityId })),
  );
}

/** The fields of a node that audit events compare. */
export function auditFields(node: NodeInput) {
  const { name, code, region, street, city, state, postCode, phoneNumber, emailId } = node;
  const [country, timeZone] = [node.country || null, node.timeZone || null];
  const [latitude, longitude] = [node.latitude ?? null, node.longitude ?? null];
  const address = { street, city, state, postCode, country, timeZone, latitude, longitude };
  return { name, code, region, ...address, phoneNumber, emailId };
}

/** The same of a node that is created or deleted. */
export const allAuditFields = (node: NodeInput, nodeType: NodeType) => ({ ...auditFields(node), nodeType });
