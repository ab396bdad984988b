import type { ReactNode } from 'react';
import classes from './status-dot.module.css';

/** How something stands: in use, switched off, locked, or waiting for somebody. */
export type StatusKind = 'on' | 'off' | 'locked' | 'waiting';

/** A status as a mark with its word, so that the colour never stands alone. */
export function StatusDot({ kind, children }: { kind: StatusKind; children: ReactNode }) {
  return (
    <span className={classes.status} data-kind={kind}>
      {children}
    </span>
  );
}
