import type { ReactNode } from 'react';
import classes from './status-dot.module.css';

export type StatusKind = 'on' | 'off' | 'locked' | 'waiting';

/** Status dot with text, so that colour is never the only indicator. */
export function StatusDot({ kind, children }: { kind: StatusKind; children: ReactNode }) {
  return (
    <span className={classes.status} data-kind={kind}>
      {children}
    </span>
  );
}
