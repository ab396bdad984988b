import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { Moment } from './fields.ts';
import { NodeId } from './nodes.ts';
import { RoleId } from './roles.ts';
import { UserId } from './users.ts';

/** Minutes after which somebody who sees the portal as another person is themselves again. */
export const longestSeeingMinutes = 30;

/** Which seeing is meant. */
export const SeeingId = z.uuid().brand<'SeeingId'>();
export type SeeingId = z.infer<typeof SeeingId>;

/** As whom a session sees the portal, in which role, and until when at the latest. */
export const Seeing = z.object({
  id: SeeingId,
  userId: UserId,
  firstName: z.string(),
  lastName: z.string(),
  roleId: RoleId,
  roleName: z.string(),
  rootNodeId: z.nullable(NodeId),
  until: Moment,
});
export type Seeing = z.infer<typeof Seeing>;

/** Why somebody wants to see the portal as another person; it stands in the audit. */
export const SeeingReason = z.object({
  reason: z
    .string('field.required')
    .check(z.trim(), z.minLength(1, 'field.required'), z.maxLength(256, 'field.tooLong')),
});
export type SeeingReason = z.infer<typeof SeeingReason>;

/** How a seeing can end. */
export const seeingEnds = ['stopped', 'signedOut', 'sessionOver', 'timeOver', 'personClosed', 'outOfReach'] as const;
export type SeeingEnd = (typeof seeingEnds)[number];

/** Seeing the portal as somebody else, who would see the same: nothing can be changed meanwhile. */
export const seeings = endpoints({
  begin: {
    method: 'POST',
    path: '/user-management/users/{id}/seeing',
    about:
      'Lets the caller’s session see the portal as a user within their own reach, for half an hour at the most and without changing anything. Every request then says so in a header.',
    allow: 'VIEW_USER',
    params: z.object({ id: UserId }),
    body: SeeingReason,
    result: Seeing,
    errors: ['user.unknown', 'user.beyondYourOwn', 'seeing.self', 'seeing.personClosed', 'session.readOnly'],
  },
  current: {
    method: 'GET',
    path: '/user-management/sessions/current/seeing',
    about: 'As whom the caller’s session sees the portal, if as anybody but the caller.',
    allow: 'signedIn',
    whileSeeing: 'asOneself',
    result: z.object({ seeing: z.nullable(Seeing) }),
  },
  stop: {
    method: 'DELETE',
    path: '/user-management/sessions/current/seeing',
    about: 'Lets the caller’s session see the portal as the caller again.',
    allow: 'signedIn',
    whileSeeing: 'asOneself',
    result: z.object({ ended: z.boolean() }),
  },
});
