import { Checkbox, Stack } from '@mantine/core';
import { useT } from '../../platform/i18n.ts';
import { choiceText } from './choice.tsx';
import { type ControlProps, defineView, inputProps } from './field-view.ts';

const selectedOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((choice) => typeof choice === 'string') : [];

function MultiChoiceControl(props: ControlProps) {
  const t = useT();
  const { definition, value, disabled, onChange } = props;
  return (
    <Checkbox.Group {...inputProps(props)} value={selectedOf(value)} onChange={onChange}>
      <Stack gap="xs">
        {definition.choices?.map((choice) => (
          <Checkbox key={choice} value={choice} label={choiceText(choice, t)} disabled={disabled} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

export const multiChoiceView = defineView({
  Control: MultiChoiceControl,
  text: (value, t) =>
    selectedOf(value)
      .map((choice) => choiceText(choice, t))
      .join(', ') || t('settings.value.notSet'),
  initialValue: [],
});
