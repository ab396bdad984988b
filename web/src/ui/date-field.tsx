import { TextInput, type TextInputProps } from '@mantine/core';
import { useRef, useState } from 'react';
import classes from './date-field.module.css';
import { IconButton } from './icon-button.tsx';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'rightSection' | 'placeholder'> & {
  /** A day of the calendar, YYYY-MM-DD, or a text that means none. */
  value: string;
  onChange: (value: string) => void;
  /** How a day is typed here, from a text and into one; texts that mean no day stay what they are. */
  reading: {
    pattern: string;
    read: (text: string) => string;
    write: (day: string) => string;
    isDay: (text: string) => boolean;
  };
  calendarLabel: string;
};

/** A day that is typed in one order whatever the browser's, or chosen from the browser's own calendar. */
export function DateField({ value, onChange, reading, calendarLabel, ...input }: Props) {
  const { pattern, read, write, isDay } = reading;
  const [typed, setTyped] = useState('');
  const calendar = useRef<HTMLInputElement>(null);
  // what was typed stays as it was typed, until the day changes from elsewhere
  const shown = read(typed) === value ? typed : write(value);

  function change(text: string) {
    setTyped(text);
    onChange(read(text));
  }

  return (
    <TextInput
      {...input}
      value={shown}
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
            value={isDay(value) ? value : ''}
            onChange={(event) => change(write(event.currentTarget.value))}
          />
          <IconButton small icon="calendar" label={calendarLabel} onClick={() => calendar.current?.showPicker()} />
        </span>
      }
    />
  );
}
