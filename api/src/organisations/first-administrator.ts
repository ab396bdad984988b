import { insertAudit } from '../audit/queries.ts';
import type { Context } from '../platform/context.ts';
import { newId } from '../platform/ids.ts';
import { insertAdministrator, type NewAdministrator } from './administrator-queries.ts';

/** Mails somebody who has no password yet a link to choose one. */
export type Invite = (
  context: Context,
  person: { readonly id: string; readonly emailId: string; readonly tpath: string },
) => Promise<void>;

/** Makes the first administrator of a new organisation, and invites them. */
export async function handOver(
  context: Context,
  { roleId, domainName, ...filledIn }: Omit<NewAdministrator, 'id'>,
  invite: Invite,
): Promise<void> {
  const { db, origin } = context;
  const { scope, userId, sessionId } = context.actor;
  const id = newId();
  const tpath = scope.lo;
  await insertAdministrator(db, scope, { ...filledIn, id, roleId, domainName }, userId);
  const happening = { action: 'user.created', entity: 'user', entityId: id, tpath } as const;
  const after = { ...filledIn, domainName };
  await insertAudit(db, scope, origin, { ...happening, actorId: userId, sessionId, after });
  await invite(context, { id, emailId: filledIn.emailId, tpath });
}
