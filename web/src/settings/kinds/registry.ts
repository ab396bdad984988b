import type { FieldKind } from '@storeward/contract/settings/kinds/registry';
import type { SettingField } from '@storeward/contract/settings/engine/section';
import { withDesigner } from '../hotkeys/grid/hotkey-switch.tsx';
import { choiceView } from './choice.tsx';
import { dateView } from './date.tsx';
import { durationView } from './duration.tsx';
import { defineView, type FieldView } from './field-view.ts';
import { groupView } from './group.tsx';
import { hotkeysView } from './hotkeys.tsx';
import { imageView } from './image.tsx';
import { listView } from './list.tsx';
import { mediaView } from './media.tsx';
import { multiChoiceView } from './multi-choice.tsx';
import { multilineView } from './multiline.tsx';
import { numberView } from './number.tsx';
import { objectView } from './object.tsx';
import { productView } from './product.tsx';
import { secretView } from './secret.tsx';
import { skuSelectionView } from './sku-selection.tsx';
import { switchView } from './switch.tsx';
import { OptionalTextControl, textView } from './text.tsx';
import { timeView } from './time.tsx';

const optionalTextView = defineView({ ...textView, Control: OptionalTextControl, initialValue: null });

/** The form control and the display of every kind of field. */
const fieldViews: Readonly<Record<FieldKind, FieldView>> = {
  text: textView,
  switch: switchView,
  choice: choiceView,
  duration: durationView,
  // colours are edited in the theme studio
  colour: textView,
  image: imageView,
  group: groupView,
  secret: secretView,
  multiline: multilineView,
  number: numberView,
  'multi-choice': multiChoiceView,
  date: dateView,
  time: timeView,
  url: optionalTextView,
  ipv4: optionalTextView,
  list: listView,
  object: objectView,
  media: mediaView,
  product: productView,
  'sku-selection': skuSelectionView,
  hotkeys: defineView({ ...hotkeysView, Control: withDesigner(hotkeysView.Control) }),
};

export const viewOf = ({ kind }: Pick<SettingField, 'kind'>): FieldView => fieldViews[kind];
