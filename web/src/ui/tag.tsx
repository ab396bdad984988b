import type { ReactNode } from 'react';
import classes from './tag.module.css';

type Tone = 'neutral' | 'primary' | 'success' | 'warn' | 'error';

/** Small label beside a name, such as a node's level. */
export function Tag({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}
