import { Button, Flex, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../platform/i18n.ts';
import { ImageCropper, CropPreview } from '../ui/image-cropper.tsx';
import { type CropArea, centredCrop } from '../ui/crop-area.ts';
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
      <Flex wrap="wrap" align="flex-start" gap="xl" pb="xs">
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
        <Group align="end" gap="sm" flex={1}>
          <Text size="label" c="dimmed" w="100%">
            {t('profile.picture.preview')}
          </Text>
          <CropPreview src={src} size={size} crop={crop} pixels={96} />
          <CropPreview src={src} size={size} crop={crop} pixels={40} />
          <CropPreview src={src} size={size} crop={crop} pixels={28} />
        </Group>
      </Flex>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" disabled={busy} onClick={onCancel}>
          {t('profile.picture.cancel')}
        </Button>
        <Button loading={busy} onClick={() => onConfirm(crop)}>
          {t('profile.picture.confirm')}
        </Button>
      </Group>
    </Modal>
  );
}
