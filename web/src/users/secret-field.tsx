import { PasswordInput, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { FixedField } from '../ui/form.tsx';
import classes from './profile-form.module.css';

type Props = {
  label: string;
  isSet: boolean;
  /** What is typed anew; nothing while the secret stays as it is. */
  value: string | null | undefined;
  onReplace: () => void;
  onKeep: () => void;
  words: { set: string; notSet: string; replace: string; give: string; keep: string };
  hint?: string;
  inputMode?: 'numeric';
  field: { error?: ReactNode; onChange: (value: unknown) => void; onBlur?: (event: never) => void };
};

/** A secret that is never shown: whether there is one, and the way to another. */
export function SecretField({ label, isSet, value, onReplace, onKeep, words, hint, inputMode, field }: Props) {
  if (value == null) {
    return (
      <FixedField
        label={label}
        mark={
          <UnstyledButton
            className={classes.replace}
            aria-label={`${isSet ? words.replace : words.give}: ${label}`}
            onClick={onReplace}
          >
            {isSet ? words.replace : words.give}
          </UnstyledButton>
        }
      >
        {isSet && (
          <span className={classes.dots} aria-hidden>
            ••••••
          </span>
        )}
        {isSet ? words.set : words.notSet}
      </FixedField>
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
      <UnstyledButton className={classes.replace} aria-label={`${words.keep}: ${label}`} onClick={onKeep}>
        {words.keep}
      </UnstyledButton>
    </div>
  );
}
