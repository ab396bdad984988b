import { Flex, PasswordInput, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { ReadOnlyField } from '../ui/form/form.tsx';
import { TextButton } from '../ui/text-button.tsx';

type Props = {
  label: string;
  isSet: boolean;
  /** New value; null or undefined while the secret stays unchanged. */
  value: string | null | undefined;
  onReplace: () => void;
  onKeep: () => void;
  hint?: string;
  inputMode?: 'numeric';
  field: { error?: ReactNode; onChange: (value: unknown) => void; onBlur?: (event: never) => void };
};

/** Write-only field: shows whether a secret is set, and allows replacing it. */
export function SecretField({ label, isSet, value, onReplace, onKeep, hint, inputMode, field }: Props) {
  const t = useT();
  const replaceText = t(isSet ? 'profile.secret.replace' : 'profile.secret.set');
  if (value == null) {
    return (
      <ReadOnlyField
        label={label}
        suffix={
          <Text span size="label">
            <TextButton label={`${replaceText}: ${label}`} onClick={onReplace}>
              {replaceText}
            </TextButton>
          </Text>
        }
      >
        {isSet && (
          <Text span inherit me="xs" lts="0.14em" aria-hidden>
            ••••••
          </Text>
        )}
        {t(isSet ? 'users.secret.set' : 'users.secret.notSet')}
      </ReadOnlyField>
    );
  }
  return (
    <Flex align="flex-start" gap="xs">
      <PasswordInput
        {...field}
        flex={1}
        miw={0}
        label={label}
        description={hint}
        value={value}
        autoComplete="new-password"
        aria-invalid={field.error ? true : undefined}
        {...(inputMode && { inputMode })}
        data-autofocus
        autoFocus
      />
      <Flex align="center" h="var(--control-h)" mt={26} fz="label">
        <TextButton label={`${t('profile.secret.keep')}: ${label}`} onClick={onKeep}>
          {t('profile.secret.keep')}
        </TextButton>
      </Flex>
    </Flex>
  );
}
