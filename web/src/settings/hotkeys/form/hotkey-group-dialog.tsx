import { Button, Group, Text } from '@mantine/core';
import type { LayoutRow } from '@storeward/contract/settings/lists/hotkey-arrangement';
import { sameValue } from '@storeward/contract/settings/engine/same-value';
import { useId, useRef, useState } from 'react';
import { useT } from '../../../platform/text/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { HotkeyDialog } from './hotkey-dialog.tsx';
import { emptyKey } from '../engine/hotkey-values.ts';
import type { GroupResult } from '../engine/hotkey-moves.ts';
import { HotkeyFrame, type HotkeyMode } from './hotkey-frame.tsx';
import { hasName, HotkeyLook } from './hotkey-look.tsx';
import { HotkeyTable } from '../table/hotkey-table.tsx';
import { asText } from '../../../platform/text/loose-values.ts';

type Props = {
  readonly mode: HotkeyMode;
  readonly group: LayoutRow;
  readonly hotkeys: readonly LayoutRow[];
  /** The hotkeys that a node above has locked. */
  readonly locked: ReadonlySet<string>;
  readonly owner: string;
  /** Without a result after cancelling. */
  readonly onClose: (result?: GroupResult) => void;
};

const titles = {
  create: 'settings.hotkeys.createGroup',
  edit: 'settings.hotkeys.editGroup',
  view: 'settings.hotkeys.viewGroup',
} as const;

type Open = { readonly mode: HotkeyMode; readonly hotkey: LayoutRow };

/** Creates, edits or shows a group: its display name, its thumbnail and its hotkeys, whose positions start from 1. */
export function HotkeyGroupDialog({ mode, group, hotkeys, locked, owner, onClose }: Props) {
  const t = useT();
  const id = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  const [values, setValues] = useState(group.values);
  const [children, setChildren] = useState(hotkeys);
  const [isUploading, setUploading] = useState(false);
  const [open, setOpen] = useState<Open>();
  const isView = mode === 'view';

  function keep({ key }: LayoutRow, newValues: LayoutRow['values']) {
    const index = children.findIndex((child) => child.key === key);
    const row = { key, values: newValues };
    setChildren(index < 0 ? [...children, row] : children.with(index, row));
  }

  return (
    <HotkeyFrame
      title={t(titles[mode])}
      mode={mode}
      isSavable={hasName(values)}
      isBusy={isUploading}
      isChanged={!isView && !(sameValue(values, group.values) && sameValue(children, hotkeys))}
      isCovered={open !== undefined}
      size="46rem"
      onSave={() =>
        onClose({
          groupData: { ...group, values: { ...values, displayName: asText(values['displayName']).trim() } },
          childData: children,
          deletedData: hotkeys.filter(({ key }) => !children.some((child) => child.key === key)),
        })
      }
      onCancel={() => onClose()}
    >
      <HotkeyLook
        isFirst
        values={values}
        owner={owner}
        id={group.key}
        disabled={isView}
        onChange={setValues}
        onBusy={setUploading}
      />
      <section aria-labelledby={id}>
        <Group justify="space-between" gap="xs" pb={8}>
          <Text id={id} component="h3" size="label" fw="var(--weight-medium)">
            {t('settings.hotkeys.inGroup')}
          </Text>
          <Button
            ref={addButton}
            size="xs"
            variant="default"
            leftSection={<Icon name="plus" size={16} />}
            disabled={isView}
            onClick={() =>
              setOpen({
                mode: 'create',
                hotkey: { key: crypto.randomUUID(), values: emptyKey('hotkey', group.key) },
              })
            }
          >
            {t('settings.hotkeys.add')}
          </Button>
        </Group>
        <HotkeyTable
          label={t('settings.hotkeys.inGroup')}
          empty={t('settings.hotkeys.emptyGroup')}
          rows={children.map((row, index) => ({ row, position: index + 1 }))}
          renderActions={({ row }, name) => (
            <>
              <IconButton
                icon="edit"
                label={t('settings.list.edit', { name })}
                disabled={isView || locked.has(row.key)}
                onClick={() => setOpen({ mode: 'edit', hotkey: row })}
              />
              <IconButton
                icon="eye"
                label={t('settings.hotkeys.viewOf', { name })}
                onClick={() => setOpen({ mode: 'view', hotkey: row })}
              />
              <IconButton
                icon="trash"
                label={t('settings.hotkeys.delete', { name })}
                disabled={isView || locked.has(row.key)}
                onClick={() => {
                  setChildren(children.filter(({ key }) => key !== row.key));
                  addButton.current?.focus();
                }}
              />
            </>
          )}
        />
      </section>
      {open && (
        <HotkeyDialog
          mode={open.mode}
          values={open.hotkey.values}
          owner={owner}
          id={open.hotkey.key}
          onClose={(result) => {
            if (result) keep(open.hotkey, result);
            setOpen(undefined);
          }}
        />
      )}
    </HotkeyFrame>
  );
}
