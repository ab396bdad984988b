import { useEffect, useState } from 'react';
import classes from './skeleton.module.css';

/** True once something has lasted long enough to be worth showing. */
export function useDelayed(active: boolean, milliseconds = 150): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!active) return undefined;
    const timer = setTimeout(() => setLate(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [active, milliseconds]);
  return active && late;
}

const lengths = [62, 78, 46, 71, 54, 66] as const;
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);
const lengthAt = (at: number) => lengths[at % lengths.length];

/** A grey stand-in for a line of text that is on its way. */
export function Bone({ width = 60 }: { width?: number | undefined }) {
  return <span className={classes.bone} style={{ width: `${width}%` }} />;
}

/** The rows of a list that is on its way, in their final places. */
export function TableSkeleton({ rows = 10, columns = 4 }: { rows?: number; columns?: number }) {
  return (
    <div className={classes.table} aria-hidden>
      {upTo(rows).map((row) => (
        <div key={row} className={classes.row}>
          {upTo(columns).map((column) => (
            <Bone key={column} width={lengthAt(row + column)} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The sections of a form that is on its way. */
export function FormSkeleton({ sections = 2, fields = 4 }: { sections?: number; fields?: number }) {
  return (
    <div className={classes.form} aria-hidden>
      {upTo(sections).map((section) => (
        <div key={section} className={classes.section}>
          <LinesSkeleton rows={2} />
          <div className={classes.fields}>
            {upTo(fields).map((field) => (
              <span key={field} className={classes.field} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

/** A few lines that are on their way. */
export function LinesSkeleton({ rows = 3 }: { rows?: number }) {
  return (
    <div className={classes.lines} aria-hidden>
      {upTo(rows).map((row) => (
        <Bone key={row} width={lengthAt(row)} />
      ))}
    </div>
  );
}
