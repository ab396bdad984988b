import { Stack } from '@mantine/core';
import { asObject, type ControlProps, defineView, orNotSet } from './field-view.ts';
import { PartControl } from './part-control.tsx';

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
  text: orNotSet((value, t, { properties = {} }, textOf) =>
    Object.entries(properties)
      .map(([name, property]) => textOf(property, asObject(value)[name] ?? property.defaultValue, t))
      .join(' · '),
  ),
  initialValue: {},
  namesInherited: false,
});
