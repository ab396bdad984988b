import * as z from 'zod/mini';
import { endpoints } from '../endpoint.ts';
import { requiredText, Timestamp } from '../fields.ts';
import { NodeId } from '../nodes.ts';
import { RoleId } from '../roles.ts';
import { UserId } from '../users.ts';

/** Maximum duration of an impersonation. */
export const maxImpersonationMinutes = 30;

export const ImpersonationId = z.uuid().brand<'ImpersonationId'>();
export type ImpersonationId = z.infer<typeof ImpersonationId>;

/** The impersonated user with the role in effect; `until` is the latest end. */
export const Impersonation = z.object({
  id: ImpersonationId,
  userId: UserId,
  firstName: z.string(),
  lastName: z.string(),
  roleId: RoleId,
  roleName: z.string(),
  rootNodeId: z.nullable(NodeId),
  until: Timestamp,
});
export type Impersonation = z.infer<typeof Impersonation>;

/** Reason for an impersonation, written to the audit. */
export const ImpersonationReason = z.object({
  reason: requiredText(256),
});
export type ImpersonationReason = z.infer<typeof ImpersonationReason>;

export const impersonationEndReasons = [
  'stopped',
  'signedOut',
  'sessionOver',
  'timeOver',
  'personClosed',
  'outOfReach',
] as const;
export type ImpersonationEndReason = (typeof impersonationEndReasons)[number];

/** Impersonation ("view as"): read-only use of the portal as another user. */
export const impersonation = endpoints({
  begin: {
    method: 'POST',
    path: '/user-management/users/{id}/seeing',
    summary:
      'Starts an impersonation: the current user’s session shows the portal as a user in the current user’s scope, read-only, for at most half an hour. Every request then states it in a header.',
    allow: 'VIEW_USER',
    byApiKey: 'deny',
    params: z.object({ id: UserId }),
    body: ImpersonationReason,
    result: Impersonation,
    errors: ['user.unknown', 'user.beyondYourOwn', 'seeing.self', 'seeing.personClosed', 'session.readOnly'],
  },
  current: {
    method: 'GET',
    path: '/user-management/sessions/current/seeing',
    summary: 'The user whom the current user’s session impersonates, if any.',
    allow: 'signedIn',
    duringImpersonation: 'asSelf',
    result: z.object({ seeing: z.nullable(Impersonation) }),
  },
  stop: {
    method: 'DELETE',
    path: '/user-management/sessions/current/seeing',
    summary: 'Ends the impersonation of the current user’s session.',
    allow: 'signedIn',
    duringImpersonation: 'asSelf',
    result: z.object({ ended: z.boolean() }),
  },
});
