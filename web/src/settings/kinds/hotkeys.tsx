import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { FormSkeleton } from '../../ui/page/skeleton.tsx';
import { type ControlProps, defineView } from './field-view.ts';
import { listView } from './list.tsx';

const HotkeyList = lazyComponent<ControlProps>(
  async () => (await import('../hotkeys/table/hotkey-list.tsx')).HotkeyList,
  () => <FormSkeleton sections={1} />,
);

export const hotkeysView = defineView({
  ...listView,
  Control: HotkeyList,
});
