import { messages, type MessageCode } from '@storeward/contract/errors';
import { type PasswordReset, passwords } from '@storeward/contract/passwords';
import { call, read } from '../platform/api.ts';
import { sayMessage } from '../platform/i18n.ts';
import { currentSession } from '../platform/session.ts';
import { tokens } from '../platform/tokens.ts';

/** What is asked of the reader's next password. */
export const passwordRules = () => read(passwords.rules, {});

/** Changes the password of whoever is signed in, and hands back what the server says of it, in the language of the moment. */
export async function changePassword(
  typed: Pick<PasswordReset, 'oldPassword' | 'newPassword' | 'confirmPassword'>,
): Promise<string> {
  const updatedBy = currentSession().user?.id;
  const accessKey = tokens()?.accessToken;
  const said = await call(passwords.change, {
    body: { ...typed, ...(updatedBy && { updatedBy }), ...(accessKey && { accessKey }) },
  });
  const code = (Object.keys(messages) as MessageCode[]).find((name) => messages[name] === said);
  return code ? sayMessage(code) : said;
}
