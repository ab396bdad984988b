import { useState } from 'react';
import { needsPlate, readPixels } from '../ui/image/logo-plate.ts';
import classes from './preview-logo.module.css';

/** A logo in the preview, with the same white plate that the portal puts behind a logo that would be unreadable. */
export function PreviewLogo({ src }: { src: string }) {
  const [plate, setPlate] = useState(false);
  return (
    <img
      className={classes.logo}
      src={src}
      alt=""
      data-plate={plate || undefined}
      onLoad={({ currentTarget }) => setPlate(needsPlate(readPixels(currentTarget)))}
    />
  );
}
