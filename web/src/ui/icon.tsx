import type { ReactNode } from 'react';
import classes from './icon.module.css';
import { shapes } from './icon-shapes.tsx';

export type IconName = keyof typeof shapes;

type Props = { name: IconName; size?: 12 | 14 | 16 | 18 | 20 | 24; title?: string; className?: string | undefined };

/** SVG icon; hidden from assistive technology unless it has a title. */
export function Icon({ name, size = 18, title, className }: Props): ReactNode {
  const classNames = [classes.icon, classes[`size-${size}`], className].filter(Boolean).join(' ');
  const ariaProps = title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true };
  return (
    <svg className={classNames} viewBox="0 0 20 20" focusable="false" {...ariaProps}>
      {shapes[name]}
    </svg>
  );
}
