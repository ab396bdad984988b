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

export const imageView = defineView({
  Control: ImageControl,
  initialValue: null,
  namesInherited: false,
});
