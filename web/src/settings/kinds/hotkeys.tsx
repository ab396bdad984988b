import { lazyComponent } from '../../ui/lazy-component.tsx';
import { FormSkeleton } from '../../ui/skeleton.tsx';
import { type ControlProps, defineView } from './field-view.ts';
import { listView } from './list.tsx';
import { namedByText } from './row-text.ts';

const HotkeyList = lazyComponent<ControlProps>(
  async () => (await import('../hotkey-list.tsx')).HotkeyList,
  () => <FormSkeleton sections={1} />,
);

export const hotkeysView = defineView({
  ...listView,
  Control: HotkeyList,
  text: (value, t, field, textOf) => listView.text(value, t, namedByText(field), textOf),
});
