import { type ControlProps, defineView } from './field-view.ts';
import { TextControl } from './text.tsx';

const TimeControl = (props: ControlProps) => <TextControl {...props} placeholder="hh:mm" emptyValue={null} />;

export const timeView = defineView({ Control: TimeControl, isNarrow: true, initialValue: null });
