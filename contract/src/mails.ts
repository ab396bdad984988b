import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';

/** One thing that somebody was told by mail: what it was about in their language, and when. The mail itself, which may hold a way to a new password, is kept nowhere. */
export const Notice = z.object({
  id: z.uuid(),
  messageCode: z.string(),
  message: z.string(),
  createdDate: z.iso.datetime(),
});
export type Notice = z.infer<typeof Notice>;

const list = {
  method: 'GET',
  about: 'The last hundred things the caller was told by mail, newest first.',
  allow: 'signedIn',
  result: z.array(Notice),
} as const;

/** What the portal has told somebody; under its usual name, and under the one that callers have always used. */
export const mails = endpoints({
  notices: { ...list, path: '/notification' },
  noticesAsEver: { ...list, path: '/notfication' },
});
