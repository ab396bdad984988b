import { TextInput } from '@mantine/core';
import { fieldKinds } from '@storeward/contract/settings/kinds/registry';
import { useState } from 'react';
import { type ControlProps, defineView, inputProps } from './field-view.ts';

/** A number, or the text as typed if it is not a number, which the schema rejects. */
const parseTyped = (typed: string): unknown => (typed.trim() === '' ? null : fieldKinds.number.fromCell(typed));

const format = (value: unknown) => (typeof value === 'number' || typeof value === 'string' ? String(value) : '');

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
