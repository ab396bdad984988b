import type { ReactNode } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { acceptedImageTypes, imageFileError } from '../platform/image-file.ts';
import { Icon } from '../ui/icon.tsx';
import { ImageFrame } from '../ui/image/image-frame.tsx';
import { FileField } from './file-field.tsx';
import { useFileUpload } from './file-upload.ts';
import classes from './image-picker.module.css';

type Props = {
  label: string;
  /** URL of the image, or null. */
  value: string | null;
  onChange: (address: string | null) => void;
  /** Uploads a file and returns its URL. */
  upload: (file: File) => Promise<string>;
  /** A logo is shown uncropped, a square of 120 pixels too; an image fills its frame. */
  shape?: 'logo' | 'wide' | 'tall' | 'square';
  disabled?: boolean;
  /** Content below, such as the origin of an inherited image. */
  children?: ReactNode;
};

const sizes = {
  logo: { w: '5rem', h: '4rem' },
  wide: { w: '5rem', h: '4rem' },
  tall: { w: '3rem', h: '4rem', mx: '1rem' },
  square: { w: 'var(--product-image)', h: 'var(--product-image)' },
} as const;

/** Image field: drop, choose or take a file from the media library, preview it, remove it. */
export function ImagePicker({ label, value, onChange, upload, shape = 'logo', disabled = false, children }: Props) {
  const t = useT();
  const uploading = useFileUpload({ check: async (file) => imageFileError(file), send: upload, onDone: onChange });
  return (
    <FileField
      label={label}
      value={value}
      onChange={onChange}
      upload={uploading}
      chooseLabel={t('files.image.choose')}
      accept={acceptedImageTypes}
      library={{ kind: 'image' }}
      disabled={disabled}
      preview={
        <ImageFrame
          component="div"
          isEmpty={!value}
          className={shape === 'square' ? '' : (classes[shape] ?? '')}
          {...sizes[shape]}
        >
          {value ? <img src={value} alt="" /> : <Icon name="image" size={20} />}
        </ImageFrame>
      }
    >
      {children}
    </FileField>
  );
}
