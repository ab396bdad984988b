import type { ReactNode } from 'react';
import classes from './icon.module.css';
import { shapes } from './icon-shapes.tsx';

/** The name of one of our own pictograms. */
export type IconName = keyof typeof shapes;

type Props = { name: IconName; size?: 12 | 14 | 16 | 18 | 20 | 24; title?: string; className?: string | undefined };

/** A pictogram of our own set; decorative unless it is given a title. */
export function Icon({ name, size = 18, title, className }: Props): ReactNode {
  const classNames = [classes.icon, classes[`size-${size}`], className].filter(Boolean).join(' ');
  const naming = title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true };
  return (
    <svg className={classNames} viewBox="0 0 20 20" focusable="false" {...naming}>
      {shapes[name]}
    </svg>
  );
}
