import { Checkbox, Stack } from '@mantine/core';
import { useT } from '../../platform/text/i18n.ts';
import { type ControlProps, defineView, inputProps } from './field-view.ts';
import { SourcedMultiChoice } from './sourced-choices.tsx';
import { choiceText } from '../../platform/text/setting-labels.ts';
import { textsOf } from '../../platform/text/loose-values.ts';

function DeclaredChoices(props: ControlProps) {
  const t = useT();
  const { definition, value, disabled, onChange } = props;
  return (
    <Checkbox.Group {...inputProps(props)} value={textsOf(value)} onChange={onChange}>
      <Stack gap="xs">
        {definition.choices?.map((choice) => (
          <Checkbox key={choice} value={choice} label={choiceText(choice, t)} disabled={disabled} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

const MultiChoiceControl = (props: ControlProps) =>
  props.definition.choicesFrom ? (
    <SourcedMultiChoice {...props} source={props.definition.choicesFrom} />
  ) : (
    <DeclaredChoices {...props} />
  );

export const multiChoiceView = defineView({
  Control: MultiChoiceControl,
  initialValue: [],
});
