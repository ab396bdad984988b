import { Group, Stack, Text, Title } from '@mantine/core';
import type { MediaFile } from '@storeward/contract/files/media-library';
import { formatDateOrTime, useT } from '../platform/text/i18n.ts';
import { useNarrow } from '../ui/page/viewport.ts';
import { mediaName, shapeText, sizeText } from './media-metadata.ts';
import { MediaThumbnail } from '../ui/image/media-thumbnail.tsx';
import { MediaUses } from './media-uses.tsx';
import { Modal } from '../ui/dialog/modal.tsx';

/** A stored file in full, with the records that use it. */
export function MediaDetails({ file, onClose }: { file: MediaFile; onClose: () => void }) {
  const t = useT();
  const details = [shapeText(t, file), sizeText(file.bytes), formatDateOrTime(file.createdDate), file.createdBy];
  return (
    <Modal
      opened
      onClose={onClose}
      title={mediaName(t, file)}
      size="lg"
      fullScreen={useNarrow()}
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      <Stack gap="md">
        <MediaThumbnail file={file} size="full" />
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {details.filter(Boolean).join(' · ')}
          </Text>
        </Group>
        <Stack gap="xs">
          <Title order={3} size="h5">
            {t('files.uses.title')}
          </Title>
          <MediaUses id={file.id} />
        </Stack>
      </Stack>
    </Modal>
  );
}
