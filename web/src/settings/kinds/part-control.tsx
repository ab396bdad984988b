import { Input } from '@mantine/core';
import type { ColumnField } from '@storeward/contract/settings/kinds/registry';
import type { ReactNode } from 'react';
import { useT } from '../../platform/text/i18n.ts';
import { OptionalLabel } from '../../ui/form/form.tsx';
import type { FieldParts } from './field-view.ts';

type Props = {
  readonly name: string;
  readonly definition: ColumnField;
  readonly parts: FieldParts;
  readonly value: unknown;
  readonly error: ReactNode;
  readonly disabled: boolean;
  readonly onChange: (value: unknown) => void;
};

/** The labelled control of one part of a value, such as a property of an object or a column of a row. */
export function PartControl({ name, definition, parts, value, error, disabled, onChange }: Props) {
  const t = useT();
  const { Control } = parts.viewOf(definition);
  const label = parts.label(name);
  const hint = parts.hint(name, definition);
  return (
    <Input.Wrapper
      label={definition.required || disabled ? label : <OptionalLabel label={label} optional={t('ui.form.optional')} />}
      labelElement="div"
      {...(hint && { description: hint })}
    >
      <Control
        definition={definition}
        label={label}
        value={value}
        isSet={false}
        error={error}
        disabled={disabled}
        parts={parts}
        onChange={onChange}
        onBlur={() => undefined}
      />
    </Input.Wrapper>
  );
}
