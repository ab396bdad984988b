import { Select } from '@mantine/core';
import { useT } from '../../platform/text/i18n.ts';
import { DialogChoice } from './dialog-choice.tsx';
import { type ControlProps, defineView, inputProps } from './field-view.ts';
import { SourcedChoice } from './sourced-choices.tsx';
import { choiceText } from '../../platform/text/setting-labels.ts';
import { asText } from '../../platform/text/loose-values.ts';

function DeclaredChoice(props: ControlProps) {
  const t = useT();
  const { definition, value, onChange } = props;
  return (
    <Select
      {...inputProps(props)}
      data={(definition.choices ?? []).map((choice) => ({ value: choice, label: choiceText(choice, t) }))}
      value={asText(value) || null}
      searchable
      nothingFoundMessage={t('settings.choice.nothingFound')}
      onChange={onChange}
    />
  );
}

function ChoiceControl(props: ControlProps) {
  const { choicesFrom, dialog } = props.definition;
  if (dialog) return <DialogChoice {...props} dialog={dialog} />;
  return choicesFrom ? <SourcedChoice {...props} source={choicesFrom} /> : <DeclaredChoice {...props} />;
}

export const choiceView = defineView({
  Control: ChoiceControl,
});
