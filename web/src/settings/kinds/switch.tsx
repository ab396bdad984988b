import { Switch } from '@mantine/core';
import { type ControlProps, defineView, inputProps } from './field-view.ts';

const SwitchControl = (props: ControlProps) => (
  <Switch
    {...inputProps(props)}
    checked={props.value === true}
    onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
  />
);

export const switchView = defineView({
  Control: SwitchControl,
  initialValue: false,
  isNarrow: true,
});
