import { Stack } from '@mantine/core';
import { type ControlProps, defineView } from './field-view.ts';
import { PartControl } from './part-control.tsx';
import { asObject } from '../../platform/text/loose-values.ts';

function ObjectControl({ definition, label, value, error, disabled, parts, onChange }: ControlProps) {
  const values = asObject(value);
  return (
    <Stack gap="sm" role="group" aria-label={label}>
      {Object.entries(definition.properties ?? {}).map(([name, property]) => (
        <PartControl
          key={name}
          name={name}
          definition={property}
          parts={parts}
          value={values[name] ?? property.defaultValue}
          error={parts.errors[name]}
          disabled={disabled}
          onChange={(newValue) => onChange({ ...values, [name]: newValue })}
        />
      ))}
      {error}
    </Stack>
  );
}

export const objectView = defineView({
  Control: ObjectControl,
  initialValue: {},
  namesInherited: false,
});
