import { Text } from '@mantine/core';
import { isVideoAddress, mediaExtensionList, type ImageRule } from '@storeward/contract/media-types';
import { useState } from 'react';
import { formatNumber, useT } from '../platform/text/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import { ImageFrame } from '../ui/image/image-frame.tsx';
import { fileError } from './chosen-file.ts';
import { FileField } from './file-field.tsx';
import { useFileUpload } from './file-upload.ts';
import classes from './image-picker.module.css';
import { uploadMedia } from './media-upload.ts';

type Props = {
  label: string;
  /** URL of the file, or null. */
  value: string | null;
  onChange: (address: string | null) => void;
  /** The rule of the field for images. */
  imageRule?: ImageRule | undefined;
  disabled?: boolean;
};

/** Field for an image or a video: drop, choose or take a file from the media library, see its progress, cancel or retry, preview it. */
export function MediaPicker({ label, value, onChange, imageRule, disabled = false }: Props) {
  const t = useT();
  const upload = useFileUpload({ check: (file) => fileError(file, imageRule), send: uploadMedia, onDone: onChange });
  return (
    <FileField
      label={label}
      value={value}
      onChange={onChange}
      upload={upload}
      chooseLabel={t('files.media.choose')}
      accept={mediaExtensionList}
      library={{ imageRule }}
      disabled={disabled}
      preview={<Preview address={value} />}
    />
  );
}

/** The image, or the first frame and the length of a video. */
function Preview({ address }: { address: string | null }) {
  const t = useT();
  const [seconds, setSeconds] = useState<number>();
  if (!address || !isVideoAddress(address))
    return (
      <ImageFrame component="div" isEmpty={!address} className={classes.tall ?? ''} w="7.5rem" h="10rem">
        {address ? <img src={address} alt="" /> : <Icon name="image" size={20} />}
      </ImageFrame>
    );
  return (
    <div>
      <ImageFrame component="div" w="7.5rem" h="10rem">
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
      </ImageFrame>
      {seconds !== undefined && Number.isFinite(seconds) && (
        <Text size="xs" c="dimmed" ta="center">
          {t('files.media.seconds', { seconds: formatNumber(Math.round(seconds * 10) / 10) })}
        </Text>
      )}
    </div>
  );
}
