import { MediaThumbnail } from '../../ui/image/media-thumbnail.tsx';
import { ImagePicker } from '../../files/image-picker.tsx';
import { uploadImage } from '../../files/queries.ts';
import { asText, type ControlProps, defineView, orNotSet } from './field-view.ts';

const ImageControl = ({ label, value, disabled, onChange }: ControlProps) => (
  <ImagePicker
    label={label}
    value={asText(value) || null}
    disabled={disabled}
    upload={(file) => uploadImage(file)}
    onChange={onChange}
  />
);

const Thumbnail = ({ value }: { value: unknown }) =>
  asText(value) ? <MediaThumbnail file={{ kind: 'image', Location: asText(value) }} /> : null;

export const imageView = defineView({
  Control: ImageControl,
  Thumbnail,
  text: orNotSet((_, t) => t('settings.value.image')),
  initialValue: null,
  namesInherited: false,
});
