import { formatNumber } from '../platform/i18n.ts';
import { Link, type ScreenAddress } from '../ui/link.tsx';
import classes from './bar-list.module.css';

export type BarItem = {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  /** The number as text, if it is not exact. */
  readonly text?: string | undefined;
  readonly note?: string | undefined;
  readonly href?: ScreenAddress | undefined;
};

/** Counts by name with bars beside them: a list that reads well without the bars. */
export function BarList({ items, label }: { items: readonly BarItem[]; label: string }) {
  const highest = Math.max(1, ...items.map(({ count }) => count));
  return (
    <ul className={classes.list} aria-label={label}>
      {items.map(({ key, label: name, count, text = formatNumber(count), note, href }) => (
        <li key={key} className={classes.item}>
          <span className={classes.name}>{href ? <Link href={href}>{name}</Link> : name}</span>
          <span className={classes.track} aria-hidden>
            <span
              className={classes.bar}
              style={{ width: `${(count / highest) * 100}%` }}
              data-empty={count === 0 || undefined}
            />
          </span>
          <span className={classes.count}>{text}</span>
          {note && <span className={classes.note}>{note}</span>}
        </li>
      ))}
    </ul>
  );
}
