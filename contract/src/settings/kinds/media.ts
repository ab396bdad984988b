import * as z from 'zod/mini';
import { text } from '../../fields.ts';
import { defineKind, unlessRequired } from './field-kind.ts';

const UploadedFile = z
  .string('field.required')
  .check(
    z.minLength(1, { error: 'field.required', abort: true }),
    z.regex(/^\/files\/[0-9a-f-]{36}\/[\w-]{24}\.webp$/, 'field.invalid'),
  );

/** An uploaded file with the text that stands for it. All uploads are images today; the extension tells the type. */
export const Media = z.object(
  { file: UploadedFile, alt: z.prefault(text(256), '') },
  { error: ({ input }) => (input === null ? 'field.required' : 'field.invalid') },
);

/** A reference to an uploaded file, which is kept as long as a stored value names it. */
export const mediaKind = defineKind({
  schema: (options) => unlessRequired(options, Media),
  namesParts: true,
  displayText: () => undefined,
});
