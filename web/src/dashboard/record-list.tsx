import { Link, type ScreenAddress } from '../ui/link.tsx';
import classes from './record-list.module.css';

type Item = {
  readonly id: string;
  readonly name: string;
  readonly detail?: string | undefined;
  readonly trailing: string;
  readonly href: ScreenAddress | undefined;
};

/** A short list of records in two lines each. */
export function RecordList({ label, items }: { label: string; items: readonly Item[] }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {items.map(({ id, name, detail, trailing, href }) => (
        <li key={id} className={classes.item}>
          <span className={classes.text}>
            {href ? <Link href={href}>{name}</Link> : name}
            {detail && <span className={classes.detail}>{detail}</span>}
          </span>
          <span className={classes.trailing}>{trailing}</span>
        </li>
      ))}
    </ul>
  );
}
