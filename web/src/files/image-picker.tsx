import { Box, Button, Group, Text } from '@mantine/core';
import { type ReactNode, useId, useRef, useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { errorMessage, useT } from '../platform/i18n.ts';
import { acceptedImageTypes, imageFileError } from '../platform/image-file.ts';
import { FieldError } from '../ui/field-error.tsx';
import { Icon } from '../ui/icon.tsx';
import { useNotify } from '../ui/notify.tsx';
import classes from './image-picker.module.css';
import { UploadUrlError } from './queries.ts';

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

/** Image field: drop or choose a file, preview it, remove it. */
export function ImagePicker({ label, value, onChange, upload, shape = 'logo', disabled = false, children }: Props) {
  const t = useT();
  const notify = useNotify();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isDragOver, setDragOver] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fileError, setFileError] = useState<string>();

  async function uploadFile(file: File | undefined) {
    if (!file || busy || disabled) return;
    const errorCode = imageFileError(file);
    setFileError(errorCode && errorMessage(errorCode));
    if (errorCode) return;
    setBusy(true);
    try {
      onChange(await upload(file));
      notify.success(t('files.upload.done'));
    } catch (error) {
      if (!(error instanceof UploadUrlError)) showUploadError(error);
    }
    setBusy(false);
  }

  function showUploadError(error: unknown) {
    const errorCode = error instanceof ApiError && !error.isUnexpected;
    setFileError(errorCode ? errorMessage(error.code, error.message) : t('files.upload.failed'));
    notify.error(t('files.upload.failed'));
  }

  return (
    <div
      className={classes.field}
      role="group"
      aria-labelledby={id}
      data-over={(isDragOver && !disabled) || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setDragOver(true);
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDragOver(false);
        void uploadFile(event.dataTransfer.files[0]);
      }}
    >
      <div className={classes.frame} data-shape={shape} data-empty={!value || undefined}>
        {value ? <img src={value} alt="" /> : <Icon name="image" size={20} />}
      </div>
      <Box flex={1} miw={0}>
        <Text id={id} size="label" fw="var(--weight-medium)">
          {label}
        </Text>
        <Group gap={4} mt={6}>
          <input
            ref={input}
            type="file"
            accept={acceptedImageTypes}
            hidden
            aria-hidden
            tabIndex={-1}
            onChange={(event) => {
              void uploadFile(event.currentTarget.files?.[0]);
              event.currentTarget.value = ''; // allows choosing the same file again after it was corrected
            }}
          />
          <Button
            id={`${id}-choose`}
            aria-labelledby={`${id} ${id}-choose`}
            size="xs"
            variant="default"
            leftSection={<Icon name="upload" size={14} />}
            loading={busy}
            disabled={disabled}
            onClick={() => input.current?.click()}
          >
            {t(value ? 'files.image.replace' : 'files.image.choose')}
          </Button>
          {value && !disabled && (
            <Button
              id={`${id}-remove`}
              aria-labelledby={`${id} ${id}-remove`}
              size="xs"
              variant="subtle"
              color="gray"
              disabled={busy}
              onClick={() => onChange(null)}
            >
              {t('files.image.remove')}
            </Button>
          )}
        </Group>
        {fileError && (
          <Text size="xs" c="danger" mt={6} role="alert">
            <FieldError>{fileError}</FieldError>
          </Text>
        )}
        {children}
      </Box>
    </div>
  );
}
