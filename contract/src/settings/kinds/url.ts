import * as z from 'zod/mini';
import { requiredText } from '../../fields.ts';
import { defineKind, unlessRequired } from './field-kind.ts';

/** Accepts https URLs without credentials. */
function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '';
}

/** An absolute https URL. */
export const urlKind = defineKind({
  schema: ({ maxLength = 2048, ...options }) =>
    unlessRequired(options, requiredText(maxLength).check(z.refine(isWebAddress, 'field.webAddress'))),
});
