import { type ControlProps, defineView } from './field-view.ts';
import { TextControl } from './text.tsx';

const DurationControl = (props: ControlProps) => <TextControl {...props} placeholder="hh:mm:ss" />;

export const durationView = defineView({ Control: DurationControl, isNarrow: true });
