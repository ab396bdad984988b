import { type ControlProps, defineView } from './field-view.ts';
import { TextControl, textView } from './text.tsx';

const DurationControl = (props: ControlProps) => <TextControl {...props} placeholder="hh:mm:ss" />;

export const durationView = defineView({ Control: DurationControl, text: textView.text, isNarrow: true });
