import { messages, type MessageCode } from '@storeward/contract/errors';
import { type PasswordReset, passwords } from '@storeward/contract/passwords';
import { call, endpointQuery } from '../platform/api/api.ts';
import { messageText } from '../platform/text/i18n.ts';
import { currentSession } from '../platform/session/session.ts';
import { tokens } from '../platform/theme/tokens.ts';

/** Password rules for the user's node. */
export const passwordRulesQuery = () => endpointQuery(passwords.rules, {});

/** Changes the user's own password. Returns the server's message, translated if it is a known one. */
export async function changePassword(
  input: Pick<PasswordReset, 'oldPassword' | 'newPassword' | 'confirmPassword'>,
): Promise<string> {
  const updatedBy = currentSession().user?.id;
  const accessKey = tokens()?.accessToken;
  const message = await call(passwords.change, {
    body: { ...input, ...(updatedBy && { updatedBy }), ...(accessKey && { accessKey }) },
  });
  const code = (Object.keys(messages) as MessageCode[]).find((name) => messages[name] === message);
  return code ? messageText(code) : message;
}
