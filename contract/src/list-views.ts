import * as z from 'zod/mini';
import { recordFields, requiredText } from './fields.ts';

export const ListViewId = z.uuid().brand<'ListViewId'>();
export type ListViewId = z.infer<typeof ListViewId>;

/** What a view of every list has. */
export const listViewInput = { name: requiredText(64), shared: z.boolean('field.required') };

/** The fields that the server adds. A view is the user's own, or shared at the user's node or an ancestor. */
export const listViewFields = {
  id: ListViewId,
  own: z.boolean(),
  /** Full name of the owner; null if the user may not see the owner. */
  owner: z.nullable(z.string()),
  can: z.object({ change: z.boolean() }),
  ...recordFields,
};

/** The fields that do not depend on the list. */
export type ListView = {
  readonly id: ListViewId;
  readonly name: string;
  readonly shared: boolean;
  readonly query: object;
  readonly columns?: readonly string[];
  readonly version: number;
  readonly can: { readonly change: boolean };
};

/** The sort orders of a list by these fields. */
export const sortOrders = <const Field extends string>(fields: readonly Field[]) =>
  z.optional(z.enum(fields.flatMap((field) => [`${field}:asc`, `${field}:desc`]) as [`${Field}:${'asc' | 'desc'}`]));
