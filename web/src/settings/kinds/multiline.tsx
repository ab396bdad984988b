import { Textarea } from '@mantine/core';
import { type ControlProps, defineView, inputProps } from './field-view.ts';
import { asText } from '../../platform/text/loose-values.ts';

function MultilineControl(props: ControlProps) {
  const { definition, value, onChange } = props;
  return (
    <Textarea
      {...inputProps(props)}
      value={asText(value)}
      rows={4}
      {...(definition.maxLength !== undefined && { maxLength: definition.maxLength })}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

export const multilineView = defineView({
  Control: MultilineControl,
  namesInherited: false,
});
