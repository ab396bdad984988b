import { insertAudit } from '../audit/queries.ts';
import type { Context } from '../platform/http/pipeline/context.ts';
import { newId } from '../platform/database/ids.ts';
import { insertAdministrator, type NewAdministrator, updateFirstAdministrator } from './administrator-queries.ts';

/** Mails a link for setting the first password. */
export type SendInvitation = (
  context: Context,
  user: { readonly id: string; readonly emailId: string; readonly tpath: string },
) => Promise<void>;

/** Creates the first administrator of a new organisation and sends the invitation. */
export async function createFirstAdministrator(
  context: Context,
  { roleId, domainName, ...input }: Omit<NewAdministrator, 'id'>,
  sendInvitation: SendInvitation,
): Promise<void> {
  const { db, origin } = context;
  const { scope, userId, sessionId, assignmentUntil } = context.actor;
  const id = newId();
  const tpath = scope.lo;
  await insertAdministrator(db, scope, { ...input, id, roleId, domainName }, context.actor);
  await updateFirstAdministrator(db, scope, id);
  const auditEvent = { action: 'user.created', entity: 'user', entityId: id, tpath } as const;
  const after = { ...input, domainName, ...(assignmentUntil !== null && { until: assignmentUntil }) };
  await insertAudit(db, scope, origin, { ...auditEvent, actorId: userId, sessionId, after });
  await sendInvitation(context, { id, emailId: input.emailId, tpath });
}
