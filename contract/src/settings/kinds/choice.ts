import * as z from 'zod/mini';
import { defineKind, unlessRequired } from './field-kind.ts';

/** One of a fixed set of texts. Some have a label in the language of the reader. */
export const choiceKind = defineKind({
  schema: ({ choices = [], ...options }) =>
    unlessRequired(
      options,
      z.enum([...choices], {
        error: ({ input }) => (input === null || input === '' ? 'field.required' : 'field.invalid'),
      }),
    ),
  displayText: () => undefined,
});
