import { asText } from '../../platform/text/loose-values.ts';
import { TimeFormField } from '../../records/time-form-field.tsx';
import { type ControlProps, defineView, inputProps } from './field-view.ts';

const TimeControl = (props: ControlProps) => (
  <TimeFormField
    {...inputProps(props)}
    value={asText(props.value)}
    onChange={(time) => props.onChange(time.trim() === '' ? null : time)}
  />
);

export const timeView = defineView({ Control: TimeControl, isNarrow: true, initialValue: null });
