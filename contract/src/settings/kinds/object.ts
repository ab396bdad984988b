import * as z from 'zod/mini';
import { defineKind, unlessRequired } from './field-kind.ts';

/** Typed properties that are set and inherited together. A property that a value does not name has its default. */
export const objectKind = defineKind({
  schema: ({ properties = {}, required = false }, partSchema) =>
    unlessRequired(
      { required },
      z.object(
        Object.fromEntries(
          Object.entries(properties).map(([name, property]) => [
            name,
            z.prefault(partSchema(property), property.defaultValue as never),
          ]),
        ),
        { error: ({ input }) => (input === null ? 'field.required' : 'field.invalid') },
      ),
    ),
  namesParts: true,
  displayText: () => undefined,
});
