import { fromOklch, parseHex, toHex, toOklch } from '@storeward/contract/colours';
import { useEffect, useRef } from 'react';
import { type Face, planTown } from './town-plan.ts';
import classes from './town-scene.module.css';

type Inks = (side: Face['side'] | 'ground', shade?: number) => string;

/** A quiet town of shops at nightfall in the portal's own colour; its lamps come on once, then the picture rests. */
export function TownScene({ colour }: { colour: string }) {
  const dark = useRef<HTMLCanvasElement>(null);
  const lit = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const repaint = () => {
      const town = planTown(window.innerWidth, window.innerHeight);
      if (dark.current) paint(dark.current, town, inksOf(colour, false));
      if (lit.current) paint(lit.current, town, inksOf(colour, true));
    };
    repaint();
    window.addEventListener('resize', repaint);
    return () => window.removeEventListener('resize', repaint);
  }, [colour]);

  return (
    <div className={classes.scene} aria-hidden>
      <canvas ref={dark} />
      <canvas ref={lit} className={classes.lit} />
    </div>
  );
}

function paint(sheet: HTMLCanvasElement, town: readonly Face[], inks: Inks): void {
  const brush = sheet.getContext('2d');
  if (!brush) return;
  const sharpness = Math.min(window.devicePixelRatio || 1, 2);
  sheet.width = window.innerWidth * sharpness;
  sheet.height = window.innerHeight * sharpness;
  brush.scale(sharpness, sharpness);
  brush.fillStyle = inks('ground');
  brush.fillRect(0, 0, window.innerWidth, window.innerHeight);
  for (const { corners, side, shade } of town) {
    brush.fillStyle = inks(side, shade);
    brush.beginPath();
    for (const [x, y] of corners) brush.lineTo(x, y);
    brush.fill();
  }
}

/** The town's colours: all of one hue, but for the lamps. */
function inksOf(colour: string, lamps: boolean): Inks {
  const { h, c } = toOklch(parseHex(colour));
  const chroma = Math.min(c, 0.09);
  const lightness = { ground: 0.19, roof: 0.42, left: 0.31, right: 0.23, window: 0.2, awning: 0.5, light: 0.22 };
  return (side, shade = 1) => {
    if (side === 'light' && lamps) return toHex(fromOklch({ l: 0.66 + shade * 0.16, c: 0.1, h: 82 }));
    return toHex(fromOklch({ l: lightness[side] * shade, c: chroma * (side === 'roof' ? 1 : 0.7), h }));
  };
}
