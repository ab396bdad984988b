import type { ReactNode } from 'react';
import classes from './details.module.css';

type Detail = { label: string; value: ReactNode };

/** Description list: label on the left, value on the right. */
export function Details({ rows }: { rows: readonly Detail[] }) {
  return (
    <dl className={classes.details}>
      {rows.map(({ label, value }) => (
        <div key={label} className={classes.row}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
