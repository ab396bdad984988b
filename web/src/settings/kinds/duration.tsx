import { asText } from '../../platform/text/loose-values.ts';
import { DurationFormField } from '../../records/time-form-field.tsx';
import { type ControlProps, defineView, inputProps } from './field-view.ts';

const DurationControl = (props: ControlProps) => (
  <DurationFormField {...inputProps(props)} value={asText(props.value)} onChange={props.onChange} />
);

export const durationView = defineView({ Control: DurationControl, isNarrow: true });
