import { useState } from 'react';
import { needsPlate, pointsOf } from '../ui/logo-plate.ts';
import classes from './preview-logo.module.css';

/** A logo in a preview, which may be dark on a light page: there it has its white plate too. */
export function PreviewLogo({ src }: { src: string }) {
  const [plate, setPlate] = useState(false);
  return (
    <img
      className={classes.logo}
      src={src}
      alt=""
      data-plate={plate || undefined}
      onLoad={({ currentTarget }) => setPlate(needsPlate(pointsOf(currentTarget)))}
    />
  );
}
