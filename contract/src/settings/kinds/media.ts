import * as z from 'zod/mini';
import { text } from '../../fields.ts';
import { storedAddress } from '../../media-types.ts';
import { defineKind, unlessRequired } from './field-kind.ts';

const UploadedFile = z
  .string('field.required')
  .check(z.minLength(1, { error: 'field.required', abort: true }), z.regex(storedAddress, 'field.invalid'));

/** An uploaded image or video with its alternative text. */
export const Media = z.object(
  { file: UploadedFile, alt: z.prefault(text(256), '') },
  { error: ({ input }) => (input === null ? 'field.required' : 'field.invalid') },
);

/** A reference to an uploaded file, which is kept as long as a stored value names it. */
export const mediaKind = defineKind({
  schema: (options) => unlessRequired(options, Media),
  namesParts: true,
  filesOf: (value) => {
    const { data } = Media.safeParse(value);
    return data ? [{ path: '', address: data.file }] : [];
  },
  displayText: () => undefined,
});
