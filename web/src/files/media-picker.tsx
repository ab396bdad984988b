import { Text } from '@mantine/core';
import { isVideoAddress, mediaExtensionList, type PictureRule } from '@storeward/contract/media-types';
import { useState } from 'react';
import { formatNumber, useT } from '../platform/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import { fileError } from './chosen-file.ts';
import { FileField } from './file-field.tsx';
import { useFileUpload } from './file-upload.ts';
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

/** Field for an image or a video: drop, choose or take a file from the media library, see its progress, cancel or retry, preview it. */
export function MediaPicker({ label, value, onChange, picture, disabled = false }: Props) {
  const t = useT();
  const upload = useFileUpload({ check: (file) => fileError(file, picture), send: uploadMedia, onDone: onChange });
  return (
    <FileField
      label={label}
      value={value}
      onChange={onChange}
      upload={upload}
      chooseLabel={t('files.media.choose')}
      accept={mediaExtensionList}
      library={{ picture }}
      disabled={disabled}
      preview={<Preview address={value} />}
    />
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
