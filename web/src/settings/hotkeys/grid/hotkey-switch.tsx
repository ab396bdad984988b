import { Group, SegmentedControl, Stack } from '@mantine/core';
import type { ListState } from '@storeward/contract/settings/lists/list-state';
import { type ComponentType, type KeyboardEvent, useState } from 'react';
import { storedListLayout, storeListLayout } from '../../../platform/list-preferences.ts';
import { useT } from '../../../platform/text/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { lazyComponent } from '../../../ui/page/lazy-component.tsx';
import { FormSkeleton } from '../../../ui/page/skeleton.tsx';
import { useEditSteps } from '../engine/hotkey-history.ts';
import { stepOf } from '../engine/hotkey-keyboard.ts';
import { hotkeysPath } from '../engine/hotkey-path.ts';
import type { ControlProps } from '../../kinds/field-view.ts';

const HotkeyDesigner = lazyComponent(
  async () => (await import('./hotkey-designer.tsx')).HotkeyDesigner,
  () => <FormSkeleton sections={1} />,
);

type ViewProps = ControlProps & {
  readonly list: ListState;
  readonly nodeId: NonNullable<ControlProps['nodeId']>;
  readonly Table: ComponentType<ControlProps>;
};

/** Keys as a table or as the till shows them: two views of the same rows. */
export function withDesigner(Table: ComponentType<ControlProps>) {
  return function HotkeysControl(props: ControlProps) {
    const { nodeId, state } = props;
    if (!nodeId || !state?.list) return <Table {...props} />;
    return <HotkeyViews {...props} nodeId={nodeId} list={state.list} Table={Table} />;
  };
}

function HotkeyViews({ Table, list, ...props }: ViewProps) {
  const t = useT();
  const [view, setView] = useState(() => storedListLayout(hotkeysPath));
  const { value, disabled, onChange } = props;
  const { change, isUndoable, isRedoable, ...steps } = useEditSteps(value, onChange);

  function handleKeyDown(event: KeyboardEvent) {
    const step = stepOf(event);
    const { currentTarget, target } = event;
    // fields undo what was typed, and dialogs are above both views
    if (!step || disabled || !(target instanceof Element) || !currentTarget.contains(target)) return;
    if (target.closest('input, textarea')) return;
    event.preventDefault();
    steps[step]();
  }

  return (
    <Stack gap="sm" align="stretch" onKeyDown={handleKeyDown}>
      <Group gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={t('settings.designer.view')}
          data={[
            { value: 'list', label: t('settings.designer.table') },
            { value: 'tiles', label: t('settings.designer.gridView') },
          ]}
          value={view}
          onChange={(chosen) => {
            setView(chosen);
            storeListLayout(hotkeysPath, chosen);
          }}
        />
        <IconButton
          icon="undo"
          label={t('settings.designer.undo')}
          disabled={disabled}
          blocked={!isUndoable}
          onClick={steps.undo}
        />
        <IconButton
          icon="redo"
          label={t('settings.designer.redo')}
          disabled={disabled}
          blocked={!isRedoable}
          onClick={steps.redo}
        />
      </Group>
      {view === 'tiles' ? (
        <HotkeyDesigner {...props} list={list} onChange={change} />
      ) : (
        <Table {...props} onChange={change} />
      )}
    </Stack>
  );
}
