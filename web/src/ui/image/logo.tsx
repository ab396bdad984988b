import { useState } from 'react';
import { needsPlate, readPixels } from './logo-plate.ts';
import classes from './logo.module.css';

/** An organisation's logo, on a white plate if it has too little contrast on dark backgrounds, which Mantine's Image does not measure. */
export function Logo({ src, alt }: { src: string; alt: string }) {
  const [hasPlate, setHasPlate] = useState(false);
  return (
    <img
      className={classes.logo}
      src={src}
      alt={alt}
      data-plate={hasPlate || undefined}
      onLoad={({ currentTarget }) => setHasPlate(needsPlate(readPixels(currentTarget)))}
    />
  );
}
