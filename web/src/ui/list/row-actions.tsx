import type { ReactNode, Ref } from 'react';
import classes from './row-actions.module.css';

type Props = { inRow?: boolean; ref?: Ref<HTMLSpanElement>; children: ReactNode };

/**
 * Actions of a record: in a row they appear on hover and focus, and always on devices without hover. Mantine has no
 * such component.
 */
export function RowActions({ inRow = true, ref, children }: Props) {
  return (
    <span ref={ref} className={classes.actions} data-in-row={inRow || undefined}>
      {children}
    </span>
  );
}
