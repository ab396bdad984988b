import { useEffect, useState } from 'react';
import classes from './skeleton.module.css';

/** True once `active` has lasted for `milliseconds`; avoids flashing a skeleton for fast loads. */
export function useDelayed(active: boolean, milliseconds = 150): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (!active) return undefined;
    const timer = setTimeout(() => setDue(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [active, milliseconds]);
  return active && isDue;
}

const widths = [62, 78, 46, 71, 54, 66] as const;
const indexes = (count: number) => Array.from({ length: count }, (_, index) => index);
const widthAt = (index: number) => widths[index % widths.length];

/** Skeleton of one line of text; width in percent. */
export function SkeletonLine({ width = 60 }: { width?: number | undefined }) {
  return <span className={classes.line} style={{ width: `${width}%` }} />;
}

export function TableSkeleton({ rows = 10, columns = 4 }: { rows?: number; columns?: number }) {
  return (
    <div className={classes.table} aria-hidden>
      {indexes(rows).map((row) => (
        <div key={row} className={classes.row}>
          {indexes(columns).map((column) => (
            <SkeletonLine key={column} width={widthAt(row + column)} />
          ))}
        </div>
      ))}
    </div>
  );
}

export function FormSkeleton({ sections = 2, fields = 4 }: { sections?: number; fields?: number }) {
  return (
    <div className={classes.form} aria-hidden>
      {indexes(sections).map((section) => (
        <div key={section} className={classes.section}>
          <LinesSkeleton rows={2} />
          <div className={classes.fields}>
            {indexes(fields).map((field) => (
              <span key={field} className={classes.field} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

export function LinesSkeleton({ rows = 3 }: { rows?: number }) {
  return (
    <div className={classes.lines} aria-hidden>
      {indexes(rows).map((row) => (
        <SkeletonLine key={row} width={widthAt(row)} />
      ))}
    </div>
  );
}
