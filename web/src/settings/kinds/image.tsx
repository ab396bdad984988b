import { MediaThumbnail } from '../../ui/image/media-thumbnail.tsx';
import { ImagePicker } from '../../files/image-picker.tsx';
import { uploadImage } from '../../files/queries.ts';
import { type ControlProps, defineView } from './field-view.ts';
import { asText } from '../../platform/text/loose-values.ts';

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
  initialValue: null,
  namesInherited: false,
});
