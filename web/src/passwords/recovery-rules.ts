import { UserName, emailPattern } from '@storeward/contract/fields';
import * as z from 'zod/mini';

const EmailInput = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: 'field.emailRequired', abort: true }),
    z.maxLength(254, 'field.tooLong'),
    z.regex(emailPattern, 'field.email'),
  );

const secretWord = z.string().check(
  z.refine((value) => value.trim() !== '', { error: 'field.required', abort: true }),
  z.maxLength(128, 'field.tooLong'),
);
const hiddenField = z.string();

/** Form of the recovery by e-mail. */
export const EmailRecoveryInput = z.object({ emailId: EmailInput, domainName: z.string() });

/** Form of the recovery by secret word. Only the visible identifier, user name or e-mail, is validated. */
export const secretWordRecoveryInput = (isUserName: boolean) =>
  z.object({
    userName: isUserName ? UserName : hiddenField,
    emailId: isUserName ? hiddenField : EmailInput,
    secretWord,
    domainName: z.string(),
  });
