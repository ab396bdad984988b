import { LinesSkeleton, useDelayed } from '../ui/skeleton.tsx';
import classes from './screen-loading.module.css';

/** Placeholder while the module of a screen is loading. */
export function ScreenLoading() {
  const isDelayed = useDelayed(true);
  return <div className={classes.loading}>{isDelayed && <LinesSkeleton rows={6} />}</div>;
}
