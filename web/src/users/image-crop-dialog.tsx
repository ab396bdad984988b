import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../platform/i18n.ts';
import { ImageCropper, CropPreview } from '../ui/image-cropper.tsx';
import { type CropArea, centredCrop } from '../ui/crop-area.ts';
import classes from './profile-form.module.css';
import type { LoadedImage } from './image-file.ts';

type Props = {
  image: LoadedImage;
  busy: boolean;
  onCancel: () => void;
  onConfirm: (crop: CropArea) => void;
};

/** Crops an image to a square, with previews of the avatar sizes. */
export function ImageCropDialog({ image: { src, size }, busy, onCancel, onConfirm }: Props) {
  const t = useT();
  const [crop, setCrop] = useState(centredCrop);
  return (
    <Modal
      opened
      onClose={onCancel}
      title={t('profile.picture.crop')}
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      <div className={classes.crop}>
        <ImageCropper
          src={src}
          size={size}
          crop={crop}
          onCrop={setCrop}
          labels={{
            area: t('profile.picture.cropArea'),
            hint: t('profile.picture.cropHint'),
            zoom: t('profile.picture.zoom'),
          }}
        />
        <div className={classes.preview}>
          <p className={classes.previewTitle}>{t('profile.picture.preview')}</p>
          <CropPreview src={src} size={size} crop={crop} pixels={96} />
          <CropPreview src={src} size={size} crop={crop} pixels={40} />
          <CropPreview src={src} size={size} crop={crop} pixels={28} />
        </div>
      </div>
      <div className={classes.footer}>
        <Button variant="default" disabled={busy} onClick={onCancel}>
          {t('profile.picture.cancel')}
        </Button>
        <Button loading={busy} onClick={() => onConfirm(crop)}>
          {t('profile.picture.confirm')}
        </Button>
      </div>
    </Modal>
  );
}
