import { Textarea } from '@mantine/core';
import { fieldKinds } from '@storeward/contract/settings/kinds/registry';
import { useT } from '../../platform/text/i18n.ts';
import { asText, type ControlProps, defineView, inputProps, orNotSet } from './field-view.ts';

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
  text: orNotSet((value) => fieldKinds.multiline.displayText(value) ?? ''),
  namesInherited: false,
});
