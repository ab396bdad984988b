import { UserName, emailShape } from '@storeward/contract/fields';
import * as z from 'zod/mini';

/** An address as it was typed; a space in it is a fault, not something to cut off. */
const typedEmail = z
  .string()
  .check(
    z.minLength(1, { error: 'field.emailRequired', abort: true }),
    z.maxLength(254, 'field.tooLong'),
    z.regex(emailShape, 'field.email'),
  );

const secretWord = z.string().check(
  z.refine((typed) => typed.trim() !== '', { error: 'field.required', abort: true }),
  z.maxLength(128, 'field.tooLong'),
);
const notShown = z.string();

/** What the form for a link by e-mail asks. */
export const ByEmail = z.object({ emailId: typedEmail, domainName: z.string() });

/** What the form for a secret word asks, with the user name or the e-mail, whichever of the two is shown. */
export const byWord = (isUserName: boolean) =>
  z.object({
    userName: isUserName ? UserName : notShown,
    emailId: isUserName ? notShown : typedEmail,
    secretWord,
    domainName: z.string(),
  });
