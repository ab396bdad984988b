import type { ReactNode } from 'react';
import classes from './list-page.module.css';

type Props = { header: ReactNode; toolbar?: ReactNode; footer?: ReactNode; children: ReactNode };

/** A page that is a list: its head and tools stay, the rows scroll, the pages stay in reach below. */
export function ListPage({ header, toolbar, footer, children }: Props) {
  return (
    <div className={classes.page}>
      {header}
      {toolbar && <div className={classes.toolbar}>{toolbar}</div>}
      <div className={classes.body}>{children}</div>
      {footer}
    </div>
  );
}
