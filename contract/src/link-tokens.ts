import * as z from 'zod/mini';

/** The token of a mailed link, without what mail programs and people add behind it: `.`, `>`, `)`, `=`, `%3D`. */
export const LinkToken = z.string().check(
  z.minLength(1),
  z.maxLength(256, 'field.tooLong'),
  z.overwrite((text) => /^[\w-]+/.exec(text)?.[0] ?? text),
);
