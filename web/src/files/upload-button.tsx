import { Button, Group, Progress, Text } from '@mantine/core';
import { mediaExtensionList } from '@storeward/contract/media-types';
import { useRef } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { hasPermission } from '../platform/session/session.ts';
import { FieldError } from '../ui/form/field-error.tsx';
import { Icon } from '../ui/icon.tsx';
import { fileError } from './chosen-file.ts';
import { useFileUpload } from './file-upload.ts';
import { useRefreshMedia } from './library-queries.ts';
import { uploadMedia } from './media-upload.ts';

/** Uploads a file into the media library. */
export function MediaUploadButton() {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const refresh = useRefreshMedia();
  const upload = useFileUpload({ check: fileError, send: uploadMedia, onDone: () => void refresh() });
  if (!hasPermission(['EDIT_SETTING', 'CREATE_SETTING'])) return null;
  return (
    <Group gap="xs">
      {upload.error && (
        <Text size="sm" role="alert">
          <FieldError>{upload.error}</FieldError>
        </Text>
      )}
      {upload.progress !== undefined && (
        <Progress value={upload.progress * 100} w="8rem" aria-label={t('files.upload.progress')} />
      )}
      {upload.retry && (
        <Button variant="subtle" onClick={upload.retry}>
          {t('files.upload.retry')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        accept={mediaExtensionList}
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={(event) => {
          upload.start(event.currentTarget.files?.[0]);
          event.currentTarget.value = ''; // allows choosing the same file again after it was corrected
        }}
      />
      {upload.progress === undefined ? (
        <Button
          leftSection={<Icon name="upload" size={16} />}
          loading={upload.isBusy}
          onClick={() => input.current?.click()}
        >
          {t('files.library.upload')}
        </Button>
      ) : (
        <Button variant="default" onClick={upload.cancel}>
          {t('files.upload.cancel')}
        </Button>
      )}
    </Group>
  );
}
