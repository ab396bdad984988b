import { defineView } from './field-view.ts';
import { TextControl, textView } from './text.tsx';

/** Lists have no form control yet. */
export const listView = defineView({ Control: TextControl, text: textView.text, namesInherited: false });
