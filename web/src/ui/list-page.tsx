import type { ReactNode } from 'react';
import classes from './list-page.module.css';

type Props = { header: ReactNode; toolbar?: ReactNode; footer?: ReactNode; children: ReactNode };

/** List page layout: header, toolbar and footer are fixed, the rows scroll. */
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
