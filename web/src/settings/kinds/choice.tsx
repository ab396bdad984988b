import { Select } from '@mantine/core';
import { hasPhrase, useT } from '../../platform/i18n.ts';
import { asText, type ControlProps, defineView, inputProps, orNotSet, type Translate } from './field-view.ts';
import { SourcedChoice } from './sourced-choices.tsx';

/** Label of a choice: the phrase `settings.choice.<choice>`, or the choice itself, as for names of products. */
export function choiceText(choice: string, t: Translate): string {
  if (choice === '{host}') return window.location.hostname;
  const key = `settings.choice.${choice}`;
  return hasPhrase(key) ? t(key) : choice;
}

function DeclaredChoice(props: ControlProps) {
  const t = useT();
  const { definition, value, onChange } = props;
  return (
    <Select
      {...inputProps(props)}
      data={(definition.choices ?? []).map((choice) => ({ value: choice, label: choiceText(choice, t) }))}
      value={asText(value) || null}
      placeholder={t('settings.value.notSet')}
      searchable
      nothingFoundMessage={t('settings.choice.nothingFound')}
      onChange={onChange}
    />
  );
}

const ChoiceControl = (props: ControlProps) =>
  props.definition.choicesFrom ? (
    <SourcedChoice {...props} source={props.definition.choicesFrom} />
  ) : (
    <DeclaredChoice {...props} />
  );

export const choiceView = defineView({
  Control: ChoiceControl,
  text: orNotSet((value, t) => (typeof value === 'string' ? choiceText(value, t) : JSON.stringify(value))),
});
