import { TextInput, type TextInputProps } from '@mantine/core';
import { useRef, useState } from 'react';
import classes from './date-field.module.css';
import { IconButton } from '../icon-button.tsx';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'rightSection' | 'placeholder'> & {
  /** ISO date (YYYY-MM-DD), or any text that is not a valid date. */
  value: string;
  onChange: (value: string) => void;
  /** Parses and formats dates for display. Text that is not a date is passed through unchanged. */
  dateFormat: {
    pattern: string;
    parse: (text: string) => string;
    format: (date: string) => string;
    isDate: (text: string) => boolean;
  };
  calendarLabel: string;
};

/**
 * Date input with a fixed display format, plus the browser's date picker: Mantine's core has no date input, and the
 * browser's own follows its locale.
 */
export function DateField({ value, onChange, dateFormat, calendarLabel, ...input }: Props) {
  const { pattern, parse, format, isDate } = dateFormat;
  const [typed, setTyped] = useState('');
  const calendar = useRef<HTMLInputElement>(null);
  // keep the text as typed until the date changes from outside
  const displayed = parse(typed) === value ? typed : format(value);

  function change(text: string) {
    setTyped(text);
    onChange(parse(text));
  }

  return (
    <TextInput
      {...input}
      value={displayed}
      onChange={(event) => change(event.currentTarget.value)}
      placeholder={pattern}
      maxLength={32}
      rightSection={
        <span className={classes.calendar}>
          <input
            ref={calendar}
            type="date"
            tabIndex={-1}
            aria-hidden
            value={isDate(value) ? value : ''}
            onChange={(event) => change(format(event.currentTarget.value))}
          />
          <IconButton small icon="calendar" label={calendarLabel} onClick={() => calendar.current?.showPicker()} />
        </span>
      }
    />
  );
}
