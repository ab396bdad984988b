import * as z from 'zod/mini';

/** How many of the changed records the preview of a bulk change names. */
export const namedChanges = 5;

const Value = z.nullable(z.union([z.string(), z.boolean()]));

/** The first records that a bulk change changes: name, and the value before and after, null if there is none. */
export const FirstChanges = z.array(z.object({ name: z.string(), before: Value, after: Value }));
export type FirstChanges = z.infer<typeof FirstChanges>;
