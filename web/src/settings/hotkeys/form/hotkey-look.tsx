import { TextInput } from '@mantine/core';
import { maxHotkeyName } from '@storeward/contract/settings/lists/hotkey-looks';
import type { RowValues } from '@storeward/contract/settings/kinds/list';
import { useState } from 'react';
import { ImagePicker } from '../../../files/image-picker.tsx';
import { uploadImage } from '../../../files/queries.ts';
import { errorMessage, useT } from '../../../platform/text/i18n.ts';
import { FieldError } from '../../../ui/form/field-error.tsx';
import { HotkeyNames } from './hotkey-names.tsx';
import { asObject, asText } from '../../../platform/text/loose-values.ts';
import { afterPress } from '../../../ui/dialog/after-press.ts';

type NameProps = {
  /** Whether the display name is the first field of its dialog, which receives the focus. */
  readonly isFirst?: boolean;
  readonly values: RowValues;
  readonly disabled: boolean;
  readonly onChange: (values: RowValues) => void;
};

type PictureProps = {
  readonly value: unknown;
  /** The node that the layout belongs to, and the key: both are part of the thumbnail's address. */
  readonly owner: string;
  readonly id: string;
  readonly disabled: boolean;
  readonly onChange: (image: string | null) => void;
  readonly onBusy?: (isBusy: boolean) => void;
};

type Props = NameProps & Omit<PictureProps, 'value' | 'onChange'>;

export const hasName = ({ displayName }: RowValues): boolean => asText(displayName).trim() !== '';

/** The names and the thumbnail of a hotkey or group. */
export function HotkeyLook({ isFirst = false, values, owner, id, disabled, onChange, onBusy }: Props) {
  return (
    <>
      <HotkeyNameFields isFirst={isFirst} values={values} disabled={disabled} onChange={onChange} />
      <HotkeyPicture
        value={values['image']}
        owner={owner}
        id={id}
        disabled={disabled}
        onChange={(image) => onChange({ ...values, image })}
        {...(onBusy && { onBusy })}
      />
    </>
  );
}

/** The display name of a hotkey, group or page, and its names in other languages. */
export function HotkeyNameFields({ isFirst = false, values, disabled, onChange }: NameProps) {
  const t = useT();
  const [isTouched, setTouched] = useState(false);
  return (
    <>
      <TextInput
        label={t('settings.hotkeys.keys.displayName')}
        required
        withAsterisk={false}
        dir="auto"
        data-autofocus={(isFirst && !disabled) || undefined}
        value={asText(values['displayName'])}
        maxLength={maxHotkeyName}
        disabled={disabled}
        autoComplete="off"
        error={isTouched && !hasName(values) && <FieldError>{errorMessage('field.required')}</FieldError>}
        onBlur={() => afterPress(() => setTouched(true))}
        onChange={({ currentTarget }) => onChange({ ...values, displayName: currentTarget.value })}
      />
      <HotkeyNames
        names={asObject(values['names'])}
        disabled={disabled}
        onChange={(names) => onChange({ ...values, names })}
      />
    </>
  );
}

/** The thumbnail of a hotkey or group. */
export function HotkeyPicture({ value, owner, id, disabled, onChange, onBusy }: PictureProps) {
  const t = useT();
  return (
    <ImagePicker
      label={t('settings.hotkeys.keys.image')}
      shape="square"
      value={asText(value) || null}
      disabled={disabled}
      upload={async (file) => {
        onBusy?.(true);
        try {
          return await uploadImage(file, `organization/hotkeys/${owner}/${id}`);
        } finally {
          onBusy?.(false);
        }
      }}
      onChange={onChange}
    />
  );
}
