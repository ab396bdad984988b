import { TextInput } from '@mantine/core';
import { maxHotkeyName } from '@storeward/contract/settings/hotkey-looks';
import type { RowValues } from '@storeward/contract/settings/kinds/list';
import { useState } from 'react';
import { ImagePicker } from '../../files/image-picker.tsx';
import { uploadImage } from '../../files/queries.ts';
import { errorMessage, useT } from '../../platform/text/i18n.ts';
import { FieldError } from '../../ui/form/field-error.tsx';
import { HotkeyNames } from './hotkey-names.tsx';
import { asObject, asText } from '../../platform/text/loose-values.ts';

type Props = {
  readonly values: RowValues;
  /** The node that the layout belongs to, and the key: both are part of the thumbnail's address. */
  readonly owner: string;
  readonly id: string;
  readonly disabled: boolean;
  readonly onChange: (values: RowValues) => void;
  readonly onBusy: (isBusy: boolean) => void;
};

export const hasName = ({ displayName }: RowValues): boolean => asText(displayName).trim() !== '';

/** The names and the thumbnail of a hotkey or group. */
export function HotkeyLook({ values, owner, id, disabled, onChange, onBusy }: Props) {
  const t = useT();
  const [isTouched, setTouched] = useState(false);
  return (
    <>
      <TextInput
        label={t('settings.hotkeys.keys.displayName')}
        required
        withAsterisk={false}
        dir="auto"
        value={asText(values['displayName'])}
        maxLength={maxHotkeyName}
        disabled={disabled}
        autoComplete="off"
        error={isTouched && !hasName(values) && <FieldError>{errorMessage('field.required')}</FieldError>}
        onBlur={() => setTouched(true)}
        onChange={({ currentTarget }) => onChange({ ...values, displayName: currentTarget.value })}
      />
      <HotkeyNames
        names={asObject(values['names'])}
        disabled={disabled}
        onChange={(names) => onChange({ ...values, names })}
      />
      <ImagePicker
        label={t('settings.hotkeys.keys.image')}
        shape="square"
        value={asText(values['image']) || null}
        disabled={disabled}
        upload={async (file) => {
          onBusy(true);
          try {
            return await uploadImage(file, `organization/hotkeys/${owner}/${id}`);
          } finally {
            onBusy(false);
          }
        }}
        onChange={(image) => onChange({ ...values, image })}
      />
    </>
  );
}
