import { formatDate } from '../../platform/text/i18n.ts';
import { isIsoDate } from '../../platform/text/date-input.ts';
import { DateFormField } from '../../records/date-form-field.tsx';
import { asText, type ControlProps, defineView, inputProps, orNotSet } from './field-view.ts';

const DateControl = (props: ControlProps) => (
  <DateFormField
    {...inputProps(props)}
    value={asText(props.value)}
    onChange={(date) => props.onChange(date === '' ? null : date)}
  />
);

export const dateView = defineView({
  Control: DateControl,
  text: orNotSet((value) => (typeof value === 'string' && isIsoDate(value) ? formatDate(value) : String(value))),
  initialValue: null,
  isNarrow: true,
});
