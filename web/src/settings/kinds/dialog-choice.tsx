import { useState } from 'react';
import { useT } from '../../platform/text/i18n.ts';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import type { ControlProps } from './field-view.ts';
import { SelectionRow } from './list/selection-row.tsx';
import { choiceText } from '../../platform/text/setting-labels.ts';
import { asText } from '../../platform/text/loose-values.ts';

const dialogs = {
  selectApi: lazyComponent(async () => (await import('../connections/select-api-dialog.tsx')).SelectApiDialog),
  selectQueue: lazyComponent(async () => (await import('../connections/select-queue-dialog.tsx')).SelectQueueDialog),
};

type Props = ControlProps & { readonly dialog: keyof typeof dialogs };

/** A choice that is made in a dialog. */
export function DialogChoice({ dialog, definition, label, value, error, disabled, nodeId, onChange, onBlur }: Props) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const Dialog = dialogs[dialog];
  const selected = asText(value) || null;
  return (
    <>
      <SelectionRow
        text={selected ? choiceText(selected, t) : ''}
        error={error}
        name={label}
        disabled={disabled}
        onOpen={() => setOpen(true)}
      />
      {isOpen && nodeId && (
        <Dialog
          nodeId={nodeId}
          choices={definition.choices ?? []}
          value={selected}
          onClose={(choice) => {
            setOpen(false);
            if (choice !== undefined) onChange(choice);
            onBlur();
          }}
        />
      )}
    </>
  );
}
