import type { ReactNode } from 'react';
import classes from './row-actions.module.css';

type Props = { inRow?: boolean; children: ReactNode };

/**
 * Actions of a record: in a row they appear on hover and focus, and always on devices without hover. Mantine has no
 * such component.
 */
export function RowActions({ inRow = true, children }: Props) {
  return (
    <span className={classes.actions} data-in-row={inRow || undefined}>
      {children}
    </span>
  );
}
