import * as z from 'zod/mini';
import { Timestamp } from '../fields.ts';
import { MailRejection } from '../mails.ts';

/** A changed e-mail address that is not in effect yet: until it is, mails and recovery use the old one. */
export const PendingEmail = z.object({
  address: z.string(),
  since: Timestamp,
  /** Whether the user requested the change; otherwise an administrator did. */
  byOwner: z.boolean(),
  /** When the address takes effect if nobody objects; null while it is not confirmed. */
  countsFrom: z.nullable(Timestamp),
  can: z.object({ accept: z.boolean(), object: z.boolean() }),
});
export type PendingEmail = z.infer<typeof PendingEmail>;

/** What is known of a user's e-mail address, besides the address in effect. */
export const emailStateFields = { pendingEmail: z.nullable(PendingEmail), mailRefused: z.nullable(MailRejection) };
