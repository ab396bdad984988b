import { useState } from 'react';
import { needsPlate, pointsOf } from './logo-plate.ts';
import classes from './logo.module.css';

/** An organisation's own logo, on a white plate where it would be lost in the dark. */
export function Logo({ src, alt }: { src: string; alt: string }) {
  const [plate, setPlate] = useState(false);
  return (
    <img
      className={classes.logo}
      src={src}
      alt={alt}
      data-plate={plate || undefined}
      onLoad={({ currentTarget }) => setPlate(needsPlate(pointsOf(currentTarget)))}
    />
  );
}
