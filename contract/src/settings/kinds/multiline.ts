import * as z from 'zod/mini';
import { defineKind, unlessRequired } from './field-kind.ts';

/** A text with line breaks, which are stored as line feeds. */
export const multilineKind = defineKind({
  schema: ({ maxLength = 4000, required = false }) =>
    unlessRequired(
      { required },
      z.string('field.required').check(
        z.overwrite((value) => value.replace(/\r\n?/g, '\n')),
        z.trim(),
        z.normalize('NFC'),
        z.minLength(required ? 1 : 0, 'field.required'),
        z.maxLength(maxLength, 'field.tooLong'),
        z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\t])*$/u, 'field.invalidCharacter'),
      ),
    ),
  displayText: (value) =>
    String(value)
      .split('\n')
      .filter((line) => line.trim() !== '')
      .join(' · '),
});
