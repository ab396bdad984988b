import { LinesSkeleton, useDelayed } from '../ui/skeleton.tsx';
import classes from './waiting.module.css';

/** What stands where a screen will be, while its file is on the way. */
export function Waiting() {
  const late = useDelayed(true);
  return <div className={classes.waiting}>{late && <LinesSkeleton rows={6} />}</div>;
}
