import { isErrorCode } from '@storeward/contract/errors';
import { type RecoveryRequest, passwords } from '@storeward/contract/passwords';
import { ApiError, call } from '../platform/api/api.ts';
import { errorMessage } from '../platform/text/i18n.ts';

const quiet = { quiet: true };

/** Starts account recovery by e-mail or by secret word. */
export const startRecovery = (body: RecoveryRequest) => call(passwords.forgotten, { body }, quiet);

/** Sends the reset link by e-mail. */
export const sendResetLink = (userId: string) => call(passwords.sendMail, { params: { userId } }, quiet);

/** Validates a reset token without consuming it, and returns the password rules. */
export const checkResetLink = (resetToken: string) => call(passwords.checkLink, { params: { resetToken } }, quiet);

export const resetWithToken = (resetToken: string, password: string, confirmPassword: string) =>
  call(passwords.resetByLink, { params: { resetToken }, body: { password, confirmPassword } }, quiet);

/** Message of a failed recovery: by error code, else the third colon-separated part of the server's message. */
export function recoveryErrorText(error: unknown): string {
  const { code, message } = error instanceof ApiError ? error : new ApiError(0);
  return isErrorCode(code) ? errorMessage(code) : errorMessage(code, message.split(':')[2]?.trim() ?? message.trim());
}
