import type { RowValues } from '@storeward/contract/settings/kinds/list';
import { sameValue } from '@storeward/contract/settings/engine/same-value';
import { useState } from 'react';
import { useT } from '../../../platform/text/i18n.ts';
import { HotkeyFrame } from './hotkey-frame.tsx';
import { hasName, HotkeyNameFields } from './hotkey-look.tsx';
import { asText } from '../../../platform/text/loose-values.ts';

type Props = {
  readonly mode: 'create' | 'edit';
  readonly values: RowValues;
  /** Without a result after cancelling. */
  readonly onClose: (values?: RowValues) => void;
};

/** Creates or edits a page of keys: its names. */
export function HotkeyPageDialog({ mode, values: initial, onClose }: Props) {
  const t = useT();
  const [values, setValues] = useState(initial);
  return (
    <HotkeyFrame
      title={t(mode === 'create' ? 'settings.hotkeys.createPage' : 'settings.hotkeys.editPage')}
      mode={mode}
      isSavable={hasName(values)}
      isBusy={false}
      isChanged={!sameValue(values, initial)}
      onSave={() => onClose({ ...values, displayName: asText(values['displayName']).trim() })}
      onCancel={() => onClose()}
    >
      <HotkeyNameFields isFirst values={values} disabled={false} onChange={setValues} />
    </HotkeyFrame>
  );
}
