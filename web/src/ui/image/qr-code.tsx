import { useMemo } from 'react';
import { encode } from 'uqr';
import classes from './qr-code.module.css';

/** Modules of the light margin that scanners need around a code (ISO/IEC 18004). */
const quietZone = 4;

/** A QR code, which Mantine lacks: dark on light in every colour scheme, since many scanners cannot read inverted ones. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size: length } = encode(text, { border: quietZone, ecc: 'M' });
    return {
      size: length,
      path: data.flatMap((row, y) => row.map((dark, x) => (dark ? moduleAt(x, y) : ''))).join(''),
    };
  }, [text]);
  return (
    <svg className={classes.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect className={classes.light} width={size} height={size} />
      <path className={classes.dark} d={path} />
    </svg>
  );
}

/** The square of one module. */
const moduleAt = (x: number, y: number) => `M${x} ${y}h1v1h-1z`;
