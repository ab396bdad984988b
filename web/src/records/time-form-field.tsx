import { TextInput, type TextInputProps } from '@mantine/core';
import type { ErrorCode } from '@storeward/contract/errors';
import { durationIn } from '@storeward/contract/reference/duration';
import { timeOfDayIn } from '@storeward/contract/reference/time-of-day';
import { useState } from 'react';
import { errorMessage } from '../platform/text/i18n.ts';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string;
  /** Receives the value, or the text as typed while it names none. */
  onChange: (value: string) => void;
};

/** A time of day, read as people write it: 8:30, 0830, 8.30 pm. Other text has its error once the field is left. */
export const TimeFormField = (props: Props) => (
  <ParsedField placeholder="hh:mm" parse={timeOfDayIn} errorCode="field.time" {...props} />
);

/** A duration, read as people write it: 0:30:00, 00.30.00. Other text has its error once the field is left. */
export const DurationFormField = (props: Props) => (
  <ParsedField placeholder="hh:mm:ss" parse={durationIn} errorCode="field.duration" {...props} />
);

type ParsedFieldProps = Props & {
  /** The value that a text names; undefined if it names none. */
  readonly parse: (text: string) => string | undefined;
  readonly errorCode: ErrorCode;
};

function ParsedField({ parse, errorCode, value, error, onChange, onBlur, ...input }: ParsedFieldProps) {
  const [typed, setTyped] = useState(value);
  const [isEdited, setEdited] = useState(false);
  const isInvalid = value.trim() !== '' && parse(value) === undefined;
  return (
    <TextInput
      maxLength={16}
      {...input}
      // what is typed stays until the field is left
      value={isEdited && (parse(typed) ?? typed) === value ? typed : value}
      autoComplete="off"
      spellCheck={false}
      error={isInvalid && !isEdited ? errorMessage(errorCode) : error}
      onChange={({ currentTarget }) => {
        setEdited(true);
        setTyped(currentTarget.value);
        onChange(parse(currentTarget.value) ?? currentTarget.value);
      }}
      onBlur={(event) => {
        setEdited(false);
        onBlur?.(event);
      }}
    />
  );
}
