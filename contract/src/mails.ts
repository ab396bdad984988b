import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { Timestamp } from './fields.ts';

/**
 * A mail that was sent to the current user: its subject in their language and its time. The body may hold secrets and
 * is not stored.
 */
export const Notice = z.object({
  id: z.uuid(),
  messageCode: z.string(),
  message: z.string(),
  createdDate: z.iso.datetime(),
});
export type Notice = z.infer<typeof Notice>;

/** The mail server refuses mails to an address for good, as one that does not exist. */
export const MailRejection = z.object({
  since: Timestamp,
  /** The reply code of the mail server, with its enhanced code if it sent one: `550 5.1.1`. */
  reason: z.string(),
});
export type MailRejection = z.infer<typeof MailRejection>;

const list = {
  method: 'GET',
  summary: 'The last hundred mails to the current user, newest first.',
  allow: 'signedIn',
  result: z.array(Notice),
} as const;

/** The current user's notices; `noticesAsEver` is the same at the misspelt legacy path. */
export const mails = endpoints({
  notices: { ...list, path: '/notification' },
  noticesAsEver: { ...list, path: '/notfication' },
});
