import * as z from 'zod/mini';
import { sourcedChoice } from './choice-source.ts';
import { defineKind, unlessRequired } from './field-kind.ts';

/** One of a fixed set of texts, some of which have a label in the language of the reader, or one from a list. */
export const choiceKind = defineKind({
  schema: ({ choices = [], choicesFrom, ...options }) =>
    unlessRequired(
      options,
      choicesFrom
        ? sourcedChoice(choicesFrom)
        : z.enum([...choices], {
            error: ({ input }) => (input === null || input === '' ? 'field.required' : 'field.invalid'),
          }),
    ),
  displayText: () => undefined,
});
