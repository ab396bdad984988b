import { Switch } from '@mantine/core';
import { type ControlProps, defineView, inputProps, orNotSet } from './field-view.ts';

const SwitchControl = (props: ControlProps) => (
  <Switch
    {...inputProps(props)}
    checked={props.value === true}
    onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
  />
);

export const switchView = defineView({
  Control: SwitchControl,
  text: orNotSet((value, t) => t(value === true ? 'settings.value.on' : 'settings.value.off')),
  initialValue: false,
  isNarrow: true,
});
