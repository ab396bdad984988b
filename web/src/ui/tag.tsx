import type { ReactNode } from 'react';
import classes from './tag.module.css';

type Tone = 'neutral' | 'primary' | 'success' | 'warn' | 'error';

/** A short word in a small box beside a name, such as the level of a place. */
export function Tag({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}
