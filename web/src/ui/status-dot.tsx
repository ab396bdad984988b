import type { ReactNode } from 'react';
import classes from './status-dot.module.css';

export type StatusKind = 'on' | 'off' | 'locked' | 'waiting';

/** Status dot with text and a shape of its own, because Mantine's Indicator tells states apart by colour alone. */
export function StatusDot({ kind, children }: { kind: StatusKind; children: ReactNode }) {
  return (
    <span className={classes.status} data-kind={kind}>
      {children}
    </span>
  );
}
