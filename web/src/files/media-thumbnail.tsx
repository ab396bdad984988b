import type { MediaFile } from '@storeward/contract/media-library';
import classes from './media-thumbnail.module.css';

type Props = { file: Pick<MediaFile, 'kind' | 'Location'>; size?: 'row' | 'tile' | 'full' };

/** A picture, or the first frame of a video; in full with its controls. Its name is shown with it. */
export function MediaThumbnail({ file: { kind, Location }, size = 'row' }: Props) {
  return (
    <span className={classes.frame} data-size={size}>
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
    </span>
  );
}
