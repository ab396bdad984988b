import type { ReactNode } from 'react';
import classes from './status-dot.module.css';

export type StatusKind = 'on' | 'off' | 'locked' | 'waiting';

/** Status dot with a text and a shape for each state, because Mantine's Indicator differs by colour alone. */
export function StatusDot({ kind, wrap, children }: { kind: StatusKind; wrap?: boolean; children: ReactNode }) {
  return (
    <span className={classes.status} data-kind={kind} data-wrap={wrap}>
      {children}
    </span>
  );
}
