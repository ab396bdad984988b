import { SegmentedControl, Stack } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { useT } from '../../platform/text/i18n.ts';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { FormSkeleton } from '../../ui/page/skeleton.tsx';
import type { ControlProps } from '../kinds/field-view.ts';

const HotkeyDesigner = lazyComponent(
  async () => (await import('./hotkey-designer.tsx')).HotkeyDesigner,
  () => <FormSkeleton sections={1} />,
);

/** Keys as a table or as the till shows them: two views of the same rows. */
export function withDesigner(Table: ComponentType<ControlProps>) {
  return function HotkeysControl(props: ControlProps) {
    const t = useT();
    const [view, setView] = useState('table');
    const { nodeId, state } = props;
    if (!nodeId || !state?.list) return <Table {...props} />;
    return (
      <Stack gap="sm" align="stretch">
        <SegmentedControl
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          aria-label={t('settings.designer.view')}
          data={[
            { value: 'table', label: t('settings.designer.table') },
            { value: 'grid', label: t('settings.designer.gridView') },
          ]}
          value={view}
          onChange={setView}
        />
        {view === 'grid' ? <HotkeyDesigner {...props} nodeId={nodeId} list={state.list} /> : <Table {...props} />}
      </Stack>
    );
  };
}
