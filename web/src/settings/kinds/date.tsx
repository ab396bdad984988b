import { DateFormField } from '../../records/date-form-field.tsx';
import { type ControlProps, defineView, inputProps } from './field-view.ts';
import { asText } from '../../platform/text/loose-values.ts';

const DateControl = (props: ControlProps) => (
  <DateFormField
    {...inputProps(props)}
    value={asText(props.value)}
    onChange={(date) => props.onChange(date === '' ? null : date)}
  />
);

export const dateView = defineView({
  Control: DateControl,
  initialValue: null,
  isNarrow: true,
});
