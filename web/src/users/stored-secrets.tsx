import { Text } from '@mantine/core';
import type { User } from '@storeward/contract/users';
import { useT } from '../platform/text/i18n.ts';
import { ReadOnlyField } from '../ui/form/form.tsx';
import { TextButton } from '../ui/text-button.tsx';
import type { UserFormProps } from './user-form-fields.tsx';

type Props = UserFormProps & {
  readonly user: Pick<User, 'hasSecretWord' | 'hasPin'>;
  /** False for the own account, whose secrets are changed in the profile. */
  readonly removable: boolean;
};

/** Secret word and PIN of an existing user: their owner chooses them, others can only remove them. */
export function SecretRemovalFields({ form, user, removable }: Props) {
  const t = useT();
  const field = (label: string, isSet: boolean, flag: 'removeSecretWord' | 'removePin') => {
    const isRemoved = form.values[flag] === true;
    const action = isRemoved ? t('profile.secret.keep') : t('users.secret.remove');
    return (
      <ReadOnlyField
        label={label}
        suffix={
          isSet &&
          removable && (
            <Text span size="label">
              <TextButton label={`${action}: ${label}`} onClick={() => form.setFieldValue(flag, !isRemoved)}>
                {action}
              </TextButton>
            </Text>
          )
        }
      >
        {isRemoved ? t('users.secret.removed') : isSet ? t('users.secret.set') : t('users.secret.notSet')}
      </ReadOnlyField>
    );
  };
  return (
    <>
      {field(t('users.field.secretWord'), user.hasSecretWord, 'removeSecretWord')}
      {field(t('users.field.pin'), user.hasPin, 'removePin')}
    </>
  );
}
