import { Button, Flex, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../../platform/text/i18n.ts';
import { type CropArea, CropPreview, ImageCropper } from '../../ui/image/image-cropper.tsx';
import type { LoadedImage } from './image-file.ts';
import { Modal } from '../../ui/dialog/modal.tsx';

type Props = {
  image: LoadedImage;
  busy: boolean;
  onCancel: () => void;
  onConfirm: (crop: CropArea) => void;
};

/** Crops an image to a square, with previews of the avatar sizes. */
export function ImageCropDialog({ image: { src }, busy, onCancel, onConfirm }: Props) {
  const t = useT();
  const [crop, setCrop] = useState<CropArea>();
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
          <CropPreview src={src} crop={crop} pixels={96} />
          <CropPreview src={src} crop={crop} pixels={40} />
          <CropPreview src={src} crop={crop} pixels={28} />
        </Group>
      </Flex>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" disabled={busy} onClick={onCancel}>
          {t('ui.action.cancel')}
        </Button>
        <Button loading={busy} disabled={!crop} onClick={() => crop && onConfirm(crop)}>
          {t('profile.picture.confirm')}
        </Button>
      </Group>
    </Modal>
  );
}
