import * as z from 'zod/mini';
import { endpoints } from '../endpoint.ts';
import { Email, Timestamp } from '../fields.ts';
import { LinkToken } from '../link-tokens.ts';
import { User, UserId } from '../users.ts';

/** A pending change of an e-mail address, as shown to the recipient of a mailed link. */
export const EmailLink = z.object({
  /** `confirm` was mailed to the new address, `decide` to the address in effect until then. */
  purpose: z.enum(['confirm', 'decide']),
  address: z.string(),
  /** Whether the user requested the change themselves; they then confirm it at the new address only. */
  byOwner: z.boolean(),
  /** When the address takes effect if nobody objects; null until it is confirmed. */
  countsFrom: z.nullable(Timestamp),
});
export type EmailLink = z.infer<typeof EmailLink>;

export const emailDecisions = ['confirm', 'accept', 'object'] as const;
export type EmailDecision = (typeof emailDecisions)[number];

/** The outcome of a changed address: in effect, confirmed and in effect later, or withdrawn. */
const EmailOutcome = z.object({ outcome: z.enum(['counts', 'confirmed', 'withdrawn']) });

const linkErrors = ['emailLink.unknown', 'emailLink.expired'] as const;
const byId = z.object({ id: UserId });

/** Endpoints for changed e-mail addresses that are not in effect yet. */
export const emailChanges = endpoints({
  accept: {
    method: 'POST',
    path: '/user-management/users/{id}/pending-email/accept',
    summary:
      'The signed-in user accepts, by the password, a new e-mail address that an administrator has entered for them.',
    allow: 'signedIn',
    manualTransaction: true,
    takesSecret: true,
    params: byId,
    body: z.object({
      /** The address that the client displayed: another one may have been entered meanwhile. */
      address: Email,
      password: z.string('field.required').check(z.minLength(1, 'field.required'), z.maxLength(1024, 'field.tooLong')),
    }),
    result: User,
    errors: [
      'user.unknown',
      'user.noPendingEmail',
      'password.oldWrong',
      'signIn.locked',
      'signIn.tooMany',
      'service.busy',
    ],
  },
  object: {
    method: 'POST',
    path: '/user-management/users/{id}/pending-email/object',
    summary:
      'Withdraws a changed e-mail address that does not count yet: one’s own, or, with EDIT_USER, one that an administrator has entered.',
    allow: 'signedIn',
    params: byId,
    body: z.object({ address: Email }),
    result: User,
    errors: ['user.unknown', 'user.noPendingEmail', 'user.beyondYourOwn', 'access.denied'],
  },
  checkLink: {
    method: 'GET',
    path: '/user-management/email-link/{token}',
    summary: 'What a mailed link about a changed e-mail address leads to; asking does not use it up.',
    allow: 'anyone',
    takesSecret: true,
    params: z.object({ token: LinkToken }),
    result: EmailLink,
    errors: [...linkErrors],
  },
  useLink: {
    method: 'PUT',
    path: '/user-management/email-link/{token}',
    summary:
      'Confirms a changed e-mail address, accepts it or objects to it, by a mailed link, which is used up by it.',
    allow: 'anyone',
    manualTransaction: true,
    takesSecret: true,
    params: z.object({ token: LinkToken }),
    body: z.object({ decision: z.enum(emailDecisions, 'field.required') }),
    result: EmailOutcome,
    errors: [...linkErrors, 'emailLink.otherPurpose'],
  },
});
