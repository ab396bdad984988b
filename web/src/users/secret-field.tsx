import { PasswordInput, Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { ReadOnlyField } from '../ui/form.tsx';
import classes from './profile-form.module.css';

type Props = {
  label: string;
  isSet: boolean;
  /** New value; null or undefined while the secret stays unchanged. */
  value: string | null | undefined;
  onReplace: () => void;
  onKeep: () => void;
  labels: { set: string; notSet: string; replace: string; setNew: string; keepCurrent: string };
  hint?: string;
  inputMode?: 'numeric';
  field: { error?: ReactNode; onChange: (value: unknown) => void; onBlur?: (event: never) => void };
};

/** Write-only field: shows whether a secret is set, and allows replacing it. */
export function SecretField({ label, isSet, value, onReplace, onKeep, labels, hint, inputMode, field }: Props) {
  if (value == null) {
    return (
      <ReadOnlyField
        label={label}
        suffix={
          <UnstyledButton
            className={classes.replace}
            aria-label={`${isSet ? labels.replace : labels.setNew}: ${label}`}
            onClick={onReplace}
          >
            {isSet ? labels.replace : labels.setNew}
          </UnstyledButton>
        }
      >
        {isSet && (
          <Text span inherit me="xs" lts="0.14em" aria-hidden>
            ••••••
          </Text>
        )}
        {isSet ? labels.set : labels.notSet}
      </ReadOnlyField>
    );
  }
  return (
    <div className={classes.secret}>
      <PasswordInput
        {...field}
        label={label}
        description={hint}
        value={value}
        autoComplete="off"
        aria-invalid={field.error ? true : undefined}
        {...(inputMode && { inputMode })}
        data-autofocus
        autoFocus
      />
      <UnstyledButton className={classes.replace} aria-label={`${labels.keepCurrent}: ${label}`} onClick={onKeep}>
        {labels.keepCurrent}
      </UnstyledButton>
    </div>
  );
}
