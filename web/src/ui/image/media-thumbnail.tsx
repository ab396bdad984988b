import type { MediaFile } from '@storeward/contract/files/media-library';
import { ImageFrame } from './image-frame.tsx';

type Props = { file: Pick<MediaFile, 'kind' | 'Location'>; size?: 'row' | 'tile' | 'full' };

const sizes = {
  row: { w: 44, h: 44 },
  tile: { w: '100%', h: '7rem' },
  full: { w: '100%', h: 'min(22rem, 50vh)' },
};

/** An image, or the first frame of a video; in full size with its controls. Its name is shown beside it. */
export function MediaThumbnail({ file: { kind, Location }, size = 'row' }: Props) {
  return (
    <ImageFrame {...sizes[size]}>
      {kind === 'video' ? (
        <video
          src={Location}
          muted
          playsInline
          preload="metadata"
          {...(size === 'full' ? { controls: true } : { tabIndex: -1, 'aria-hidden': true })}
        />
      ) : (
        <img src={Location} alt="" loading="lazy" />
      )}
    </ImageFrame>
  );
}
