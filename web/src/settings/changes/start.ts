import { StartsAt } from '@storeward/contract/settings/engine/timestamps';

/** Whether a start can be saved: an existing date with a time of day. */
export const isStart = (startsAt: string): boolean => StartsAt.safeParse(startsAt).success;
