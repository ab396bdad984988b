import { Stack, TextInput } from '@mantine/core';
import { ImagePicker } from '../../files/image-picker.tsx';
import { uploadImage } from '../../files/queries.ts';
import { useT } from '../../platform/i18n.ts';
import { asObject, asText, type ControlProps, defineView, orNotSet } from './field-view.ts';

function MediaControl({ label, value, error, disabled, parts, onChange, onBlur }: ControlProps) {
  const t = useT();
  const media = asObject(value);
  const file = asText(media['file']);
  return (
    <Stack gap="xs">
      <ImagePicker
        label={label}
        value={file || null}
        disabled={disabled}
        upload={uploadImage}
        onChange={(address) => onChange(address === null ? null : { alt: asText(media['alt']), file: address })}
      />
      {file && (
        <TextInput
          label={t('settings.media.alt')}
          value={asText(media['alt'])}
          maxLength={256}
          disabled={disabled}
          error={parts.errors['alt']}
          onBlur={onBlur}
          onChange={({ currentTarget }) => onChange({ ...media, alt: currentTarget.value })}
        />
      )}
      {parts.errors['file'] ?? error}
    </Stack>
  );
}

export const mediaView = defineView({
  Control: MediaControl,
  text: orNotSet((value, t) => asText(asObject(value)['alt']) || t('settings.value.image')),
  initialValue: null,
  namesInherited: false,
});
