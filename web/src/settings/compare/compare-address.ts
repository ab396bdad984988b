import { NodeId } from '@storeward/contract/nodes';
import { StartsAt } from '@storeward/contract/settings/engine/timestamps';
import * as z from 'zod/mini';

export const compareModes = ['two', 'parent', 'past'] as const;
export type CompareMode = (typeof compareModes)[number];

/**
 * URL query of the comparison. `right` is the second of two locations; `at` is the local time of the past. The mode is part of it, so that
 * leaving unsaved copies by another mode is asked like leaving the page.
 */
export const CompareQuery = z.object({
  left: z.optional(NodeId),
  right: z.optional(NodeId),
  mode: z.optional(z.enum(compareModes)),
  at: z.optional(StartsAt),
});
