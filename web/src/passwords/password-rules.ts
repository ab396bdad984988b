import { type PasswordRules, usualRules } from '@storeward/contract/passwords';
import { sayError, t } from '../platform/i18n.ts';
import { ignoreSpace } from '../ui/ignore-space.ts';

/** What is asked of a new password, said before it is typed. */
export const sayRules = ({ minimum, spaces }: PasswordRules): string =>
  spaces ? t('passwords.reset.minimumSpaces', { minimum }) : t('passwords.reset.minimum', { minimum });

/** What is wrong with a password, by the rules that are asked here. */
export const sayPasswordFault =
  ({ minimum }: PasswordRules) =>
  (code: string): string =>
    code === 'field.passwordTooShort' && minimum !== usualRules.minimum
      ? t('passwords.reset.tooShort', { minimum })
      : sayError(code);

/** What the keys do in a password's field: where spaces are not allowed, none is typed. */
export const keysBy = ({ spaces }: PasswordRules) => (spaces ? {} : { onKeyDown: ignoreSpace });
