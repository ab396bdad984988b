import * as z from 'zod/mini';
import { requiredText } from '../../fields.ts';
import { defineKind, unlessRequired } from './field-kind.ts';

/** Accepts URLs of these schemes that name a host and no credentials. */
function isAddress(text: string, schemes: readonly string[]): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    schemes.includes(url.protocol.slice(0, -1)) &&
    url.hostname !== '' &&
    url.username === '' &&
    url.password === ''
  );
}

/** An absolute URL, of https unless the field names other schemes. */
export const urlKind = defineKind({
  schema: ({ maxLength = 2048, schemes = ['https'], ...options }) =>
    unlessRequired(
      options,
      requiredText(maxLength).check(z.refine((text) => isAddress(text, schemes), 'field.webAddress')),
    ),
});
