import { TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { type ControlProps, defineView, inputProps } from './field-view.ts';
import { asText } from '../../platform/text/loose-values.ts';

type Props = ControlProps & {
  readonly placeholder?: string;
  /** The value of an empty input. */
  readonly emptyValue?: '' | null;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
};

/** Whether a text that is too long has a message of its own, so that it can be typed. */
const explainsLength = ({ errorCodes }: ControlProps['definition']) => errorCodes?.['field.tooLong'] !== undefined;

/** A single line of text, for all kinds whose values are typed as text. */
export function TextControl({ placeholder, emptyValue = '', onKeyDown, ...props }: Props) {
  const { definition, value, onChange } = props;
  return (
    <TextInput
      {...inputProps(props)}
      value={asText(value)}
      autoComplete="off"
      spellCheck={false}
      {...(definition.maxLength !== undefined && !explainsLength(definition) && { maxLength: definition.maxLength })}
      {...(placeholder !== undefined && { placeholder })}
      {...(onKeyDown && { onKeyDown })}
      onChange={({ currentTarget }) => onChange(currentTarget.value || emptyValue)}
    />
  );
}

/** For kinds that have no empty text: an empty input means no value. */
export const OptionalTextControl = (props: ControlProps) => <TextControl {...props} emptyValue={null} />;

export const textView = defineView({
  Control: TextControl,
});
