import { defineView } from './field-view.ts';
import { TextControl } from './text.tsx';

/** Groups are edited by screens of their own, such as the theme studio. */
export const groupView = defineView({ Control: TextControl, namesInherited: false });
