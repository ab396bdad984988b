import { TextInput, type TextInputProps } from '@mantine/core';
import { timeOfDayIn } from '@storeward/contract/reference/time-of-day';
import { useState } from 'react';
import { errorMessage } from '../platform/text/i18n.ts';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string;
  /** Receives hh:mm, or the text as typed while it is no time of day. */
  onChange: (time: string) => void;
};

/** A time of day, read as people write it: 8:30, 0830, 8.30 pm. Other text has its error once the field is left. */
export function TimeFormField({ value, error, onChange, onBlur, ...input }: Props) {
  const [typed, setTyped] = useState(value);
  const [isEdited, setEdited] = useState(false);
  const isInvalid = value.trim() !== '' && timeOfDayIn(value) === undefined;
  return (
    <TextInput
      placeholder="hh:mm"
      maxLength={16}
      {...input}
      // what is typed stays until the field is left
      value={isEdited && (timeOfDayIn(typed) ?? typed) === value ? typed : value}
      autoComplete="off"
      spellCheck={false}
      error={isInvalid && !isEdited ? errorMessage('field.time') : error}
      onChange={({ currentTarget }) => {
        setEdited(true);
        setTyped(currentTarget.value);
        onChange(timeOfDayIn(currentTarget.value) ?? currentTarget.value);
      }}
      onBlur={(event) => {
        setEdited(false);
        onBlur?.(event);
      }}
    />
  );
}
