import { Textarea } from '@mantine/core';
import { useT } from '../../platform/text/i18n.ts';
import { type ControlProps, defineView, inputProps } from './field-view.ts';
import { asText } from '../../platform/text/loose-values.ts';

function MultilineControl(props: ControlProps) {
  const t = useT();
  const { definition, value, onChange } = props;
  return (
    <Textarea
      {...inputProps(props)}
      value={asText(value)}
      rows={4}
      {...(definition.maxLength !== undefined && { maxLength: definition.maxLength })}
      placeholder={t('settings.value.notSet')}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

export const multilineView = defineView({
  Control: MultilineControl,
  namesInherited: false,
});
