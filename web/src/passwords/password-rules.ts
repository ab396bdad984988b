import { type PasswordRules, defaultPasswordRules } from '@storeward/contract/passwords';
import { errorMessage, t } from '../platform/text/i18n.ts';
import { ignoreSpace } from '../ui/dialog/ignore-space.ts';

/** Description of the password rules, shown before typing. */
export const passwordRulesText = ({ minimum, spaces }: PasswordRules): string =>
  spaces ? t('passwords.reset.minimumSpaces', { minimum }) : t('passwords.reset.minimum', { minimum });

/** Maps an error code to a message that names the configured minimum length. */
export const passwordErrorText =
  ({ minimum }: PasswordRules) =>
  (code: string): string =>
    code === 'field.passwordTooShort' && minimum !== defaultPasswordRules.minimum
      ? t('passwords.reset.tooShort', { minimum })
      : errorMessage(code);

/** Input props that block typed spaces where passwords must not contain any. */
export const passwordKeyHandlers = ({ spaces }: PasswordRules) => (spaces ? {} : { onKeyDown: ignoreSpace });
