import { requiredText, text } from '../../fields.ts';
import { defineKind, unlessRequired } from './field-kind.ts';

/** A single line of text. */
export const textKind = defineKind({
  schema: ({ maxLength = 256, ...options }) =>
    options.required ? requiredText(maxLength) : unlessRequired(options, text(maxLength)),
});
