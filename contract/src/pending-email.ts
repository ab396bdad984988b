import * as z from 'zod/mini';
import { Timestamp } from './fields.ts';

/** A changed e-mail address that does not count yet: until it does, mails and recovery use the old one. */
export const PendingEmail = z.object({
  address: z.string(),
  since: Timestamp,
  /** Whether the user asked for the change; otherwise somebody else did. */
  byOwner: z.boolean(),
  /** When the address counts if nobody objects; null while nobody has confirmed it. */
  countsFrom: z.nullable(Timestamp),
  can: z.object({ accept: z.boolean(), object: z.boolean() }),
});
export type PendingEmail = z.infer<typeof PendingEmail>;
