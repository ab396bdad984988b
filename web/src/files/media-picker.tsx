import { Box, Button, Group, Progress, Text } from '@mantine/core';
import { isVideoAddress, mediaExtensionList, type PictureRule } from '@storeward/contract/media-types';
import { useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { errorMessage, formatNumber, useT } from '../platform/i18n.ts';
import { FieldError } from '../ui/field-error.tsx';
import { Icon } from '../ui/icon.tsx';
import { useNotify } from '../ui/notify.tsx';
import { checkFile } from './chosen-file.ts';
import classes from './image-picker.module.css';
import { uploadMedia } from './queries.ts';

type Props = {
  label: string;
  /** URL of the file, or null. */
  value: string | null;
  onChange: (address: string | null) => void;
  /** What the field requires of pictures. */
  picture?: PictureRule | undefined;
  disabled?: boolean;
};

/** Field for an image or a video: drop or choose a file, see its progress, cancel or retry, preview it. */
export function MediaPicker({ label, value, onChange, picture, disabled = false }: Props) {
  const t = useT();
  const notify = useNotify();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController>(null);
  const [progress, setProgress] = useState<number>();
  const [fileError, setFileError] = useState<string>();
  /** The file whose upload failed, though it is valid. */
  const [failed, setFailed] = useState<File>();
  const isBusy = progress !== undefined;
  useEffect(() => () => running.current?.abort(), []);

  async function upload(file: File | undefined) {
    if (!file || isBusy || disabled) return;
    setFileError(undefined);
    setFailed(undefined);
    setProgress(0);
    const stop = new AbortController();
    running.current = stop;
    try {
      const checked = await checkFile(file, picture);
      if ('error' in checked) setFileError(errorMessage(checked.error));
      else {
        onChange(await uploadMedia(file, { type: checked.type, onProgress: setProgress, signal: stop.signal }));
        notify.success(t('files.upload.done'));
      }
    } catch (error) {
      if (!stop.signal.aborted) {
        const isExplained = error instanceof ApiError && !error.isUnexpected;
        setFileError(isExplained ? errorMessage(error.code, error.message) : t('files.upload.failed'));
        setFailed(file);
        notify.error(t('files.upload.failed'));
      }
    }
    running.current = null;
    setProgress(undefined);
  }

  return (
    <div
      className={classes.field}
      role="group"
      aria-labelledby={id}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void upload(event.dataTransfer.files[0]);
      }}
    >
      <Preview address={value} />
      <Box flex={1} miw={0}>
        <Text id={id} size="label" fw="var(--weight-medium)">
          {label}
        </Text>
        {isBusy && <Progress value={progress * 100} mt={6} aria-label={t('files.upload.progress')} />}
        <Group gap={4} mt={6}>
          <input
            ref={input}
            type="file"
            accept={mediaExtensionList}
            hidden
            aria-hidden
            tabIndex={-1}
            onChange={(event) => {
              void upload(event.currentTarget.files?.[0]);
              event.currentTarget.value = ''; // allows choosing the same file again after it was corrected
            }}
          />
          {isBusy ? (
            <Button size="xs" variant="default" onClick={() => running.current?.abort()}>
              {t('files.upload.cancel')}
            </Button>
          ) : (
            <Button
              id={`${id}-choose`}
              aria-labelledby={`${id} ${id}-choose`}
              size="xs"
              variant="default"
              leftSection={<Icon name="upload" size={14} />}
              disabled={disabled}
              onClick={() => input.current?.click()}
            >
              {t(value ? 'files.image.replace' : 'files.media.choose')}
            </Button>
          )}
          {value && !disabled && !isBusy && (
            <Button
              id={`${id}-remove`}
              aria-labelledby={`${id} ${id}-remove`}
              size="xs"
              variant="subtle"
              color="gray"
              onClick={() => onChange(null)}
            >
              {t('files.image.remove')}
            </Button>
          )}
          {failed && (
            <Button size="xs" variant="subtle" onClick={() => void upload(failed)}>
              {t('files.upload.retry')}
            </Button>
          )}
        </Group>
        {fileError && (
          <Text size="xs" c="danger" mt={6} role="alert">
            <FieldError>{fileError}</FieldError>
          </Text>
        )}
      </Box>
    </div>
  );
}

/** The picture, or the first frame and the length of a video. */
function Preview({ address }: { address: string | null }) {
  const t = useT();
  const [seconds, setSeconds] = useState<number>();
  if (!address || !isVideoAddress(address))
    return (
      <div className={classes.frame} data-shape="portrait" data-empty={!address || undefined}>
        {address ? <img src={address} alt="" /> : <Icon name="image" size={20} />}
      </div>
    );
  return (
    <div>
      <div className={classes.frame} data-shape="portrait">
        <video
          key={address}
          src={address}
          muted
          playsInline
          controls
          preload="metadata"
          aria-label={t('settings.value.video')}
          onLoadedMetadata={({ currentTarget }) => setSeconds(currentTarget.duration)}
        />
      </div>
      {seconds !== undefined && Number.isFinite(seconds) && (
        <Text size="xs" c="dimmed" ta="center">
          {t('files.media.seconds', { seconds: formatNumber(Math.round(seconds * 10) / 10) })}
        </Text>
      )}
    </div>
  );
}
