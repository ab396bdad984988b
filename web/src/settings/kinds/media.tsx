import { Stack, TextInput } from '@mantine/core';
import { isVideoAddress } from '@storeward/contract/media-types';
import { MediaThumbnail } from '../../ui/image/media-thumbnail.tsx';
import { MediaPicker } from '../../files/media-picker.tsx';
import { useT } from '../../platform/text/i18n.ts';
import { type ControlProps, defineView } from './field-view.ts';
import { asObject, asText } from '../../platform/text/loose-values.ts';

function MediaControl({ definition, label, value, error, disabled, parts, onChange, onBlur }: ControlProps) {
  const t = useT();
  const media = asObject(value);
  const file = asText(media['file']);
  return (
    <Stack gap="xs">
      <MediaPicker
        label={label}
        value={file || null}
        imageRule={definition.imageRule}
        disabled={disabled}
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

function Thumbnail({ value }: { value: unknown }) {
  const file = asText(asObject(value)['file']);
  return file ? <MediaThumbnail file={{ kind: isVideoAddress(file) ? 'video' : 'image', Location: file }} /> : null;
}

export const mediaView = defineView({
  Control: MediaControl,
  Thumbnail,
  initialValue: null,
  namesInherited: false,
});
