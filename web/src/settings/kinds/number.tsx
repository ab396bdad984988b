import { TextInput } from '@mantine/core';
import { readFloat, writeNumber } from '@storeward/contract/reference/numbers';
import { useState } from 'react';
import { currentLanguage } from '../../platform/text/i18n.ts';
import { type ControlProps, defineView, inputProps } from './field-view.ts';

/** A number, or the text as typed if it is not a number, which the schema rejects. */
function parseTyped(typed: string): unknown {
  if (typed.trim() === '') return null;
  const read = readFloat(typed, currentLanguage());
  return typeof read === 'number' ? read : typed;
}

const format = (value: unknown) =>
  typeof value === 'number' ? writeNumber(value, currentLanguage()) : typeof value === 'string' ? value : '';

function NumberControl(props: ControlProps) {
  const { value, onChange } = props;
  const [typed, setTyped] = useState('');
  return (
    <TextInput
      {...inputProps(props)}
      // keep the text as typed until the number changes from outside
      value={Object.is(parseTyped(typed), value) ? typed : format(value)}
      inputMode="decimal"
      autoComplete="off"
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(parseTyped(currentTarget.value));
      }}
    />
  );
}

export const numberView = defineView({
  Control: NumberControl,
  initialValue: null,
  isNarrow: true,
});
