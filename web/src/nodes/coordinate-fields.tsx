import { TextInput, type TextInputProps } from '@mantine/core';
import { splitCoordinates } from '@storeward/contract/coordinates';
import type { ClipboardEvent } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { OptionalLabel } from '../ui/form/form.tsx';
import { type NodeField, nodeLabel } from './node-fields.ts';

type Props = TextInputProps & { onChange: (value: unknown) => void };

const fields = ['latitude', 'longitude'] as const;

/** Latitude and longitude; a pair that is pasted into one of them, as maps copy it, fills both. */
export function CoordinateFields({ input }: { input: (field: NodeField) => Props }) {
  const t = useT();

  function paste(event: ClipboardEvent) {
    const pair = splitCoordinates(event.clipboardData.getData('text'));
    if (!pair) return;
    event.preventDefault();
    for (const [index, field] of fields.entries()) input(field).onChange(pair[index]);
  }

  return fields.map((field) => (
    <TextInput
      key={field}
      label={<OptionalLabel label={nodeLabel(field, t)} optional={t('ui.form.optional')} />}
      description={t(`nodes.field.${field}Hint`)}
      autoComplete="off"
      onPaste={paste}
      {...input(field)}
    />
  ));
}
