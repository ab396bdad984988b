import { isErrorCode } from '@storeward/contract/errors';
import { type Forgotten, passwords } from '@storeward/contract/passwords';
import { ApiError, call } from '../platform/api.ts';
import { sayError } from '../platform/i18n.ts';

const quiet = { quiet: true };

/** Begins a recovery: by e-mail, or by secret word. */
export const beginRecovery = (body: Forgotten) => call(passwords.forgotten, { body }, quiet);

/** Has the link of a recovery by e-mail sent. */
export const sendLink = (userId: string) => call(passwords.sendMail, { params: { userId } }, quiet);

/** Asks whether a reset link is still good, and what is asked of the new password; that does not use it up. */
export const checkLink = (resetToken: string) => call(passwords.checkLink, { params: { resetToken } }, quiet);

/** Sets a new password by a reset link. */
export const resetByLink = (resetToken: string, password: string, confirmPassword: string) =>
  call(passwords.resetByLink, { params: { resetToken }, body: { password, confirmPassword } }, quiet);

/** What a refused recovery is called: by its name, else the third part of the server's own words. */
export function sayRecoveryFault(fault: unknown): string {
  const { code, message } = fault instanceof ApiError ? fault : new ApiError(0);
  return isErrorCode(code) ? sayError(code) : sayError(code, message.split(':')[2]?.trim() ?? message.trim());
}
