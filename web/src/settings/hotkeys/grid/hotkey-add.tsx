import { Button, Group } from '@mantine/core';
import type { ProductRow } from '@storeward/contract/products';
import { useState } from 'react';
import { formatNumber, useT } from '../../../platform/text/i18n.ts';
import { ProductPicker } from '../../../products/product-picker.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { DesignerEditing } from '../engine/hotkey-editing.ts';
import { HotkeyDialog } from '../form/hotkey-dialog.tsx';
import { HotkeyGroupDialog } from '../form/hotkey-group-dialog.tsx';
import { emptyKey, valuesOfProduct } from '../engine/hotkey-values.ts';
import { asText } from '../../../platform/text/loose-values.ts';

type Props = {
  readonly editing: DesignerEditing;
  readonly owner: string;
  readonly isFull: boolean;
  readonly onAnnounce: (text: string) => void;
};

type Open = { readonly type: 'hotkey' | 'group'; readonly key: string };

const nothingLocked: ReadonlySet<string> = new Set();

/** Adds a key or a group behind the selected key: a product at once, others by their dialogs. */
export function DesignerAdd({ editing, owner, isFull, onAnnounce }: Props) {
  const t = useT();
  const [open, setOpen] = useState<Open>();
  const { keys, active, container } = editing;
  const index = active ? keys.indexOf(active) + 1 : keys.length;

  function announce(name: string) {
    const [position, total] = [formatNumber(index + 1), formatNumber(keys.length + 1)];
    onAnnounce(t('settings.designer.dropped', { name, position, total }));
  }

  function addProduct(product: ProductRow) {
    const values = { ...emptyKey('hotkey'), ...valuesOfProduct(product) };
    editing.add([{ values }], container, index);
    announce(values.displayName);
  }

  const openButton = (type: Open['type'], text: string, disabled: boolean) => (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon name="plus" size={16} />}
      disabled={disabled}
      onClick={() => setOpen({ type, key: crypto.randomUUID() })}
    >
      {text}
    </Button>
  );
  return (
    <>
      <ProductPicker label={t('settings.designer.addProduct')} disabled={isFull} takesSeveral onChange={addProduct} />
      <Group gap="xs">
        {openButton('hotkey', t('settings.hotkeys.add'), isFull)}
        {openButton('group', t('settings.hotkeys.addGroup'), isFull || container.type === 'group')}
      </Group>
      {open?.type === 'hotkey' && (
        <HotkeyDialog
          mode="create"
          values={emptyKey('hotkey', container.key)}
          owner={owner}
          id={open.key}
          onClose={(values) => {
            setOpen(undefined);
            if (!values) return;
            editing.add([{ id: open.key, values }], container, index);
            announce(asText(values['displayName']));
          }}
        />
      )}
      {open?.type === 'group' && (
        <HotkeyGroupDialog
          mode="create"
          group={{ key: open.key, values: emptyKey('group', container.key) }}
          hotkeys={[]}
          locked={nothingLocked}
          owner={owner}
          onClose={(result) => {
            setOpen(undefined);
            if (!result) return;
            editing.addGroup(result, container, index);
            announce(asText(result.groupData.values['displayName']));
          }}
        />
      )}
    </>
  );
}
