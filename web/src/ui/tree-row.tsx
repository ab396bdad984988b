import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';
import { Bone, useDelayed } from './skeleton.tsx';
import { Tag } from './tag.tsx';
import type { TreeRow } from './tree-rows.ts';
import classes from './tree-view.module.css';

/** The words a tree says of entries that are not there. */
export type TreeWords = { loading: string; failed: string; retry: string; more: (count: number) => string };

type Props<T> = {
  row: TreeRow<T>;
  checkable: boolean;
  words: TreeWords;
  icon: IconName | undefined;
  trailing: ReactNode;
  onToggle: () => void;
};

/** What stands on one line of a tree, behind its guide lines. */
export function TreeRowContent<T>({ row, checkable, words, icon, trailing, onToggle }: Props<T>) {
  if (row.kind === 'loading') return <LoadingLine label={words.loading} />;
  if (row.kind === 'more') return <span className={classes.word}>{words.more(row.count)}</span>;
  if (row.kind === 'failed') {
    return (
      <>
        <Icon name="alert" size={16} className={classes.alarm} />
        <span className={classes.label}>{words.failed}</span>
        <span className={classes.word}>{words.retry}</span>
      </>
    );
  }
  const { item, open } = row;
  return (
    <>
      <span
        className={classes.chevron}
        aria-hidden
        onClick={(event) => {
          if (!item.parent) return;
          event.stopPropagation();
          onToggle();
        }}
      >
        {item.parent && <Icon name={open ? 'chevron-down' : 'chevron-right'} size={14} />}
      </span>
      {checkable && <Tick checked={item.checked ?? false} />}
      {icon && <Icon name={icon} size={16} />}
      <span className={classes.label} title={item.label}>
        {item.label}
      </span>
      {item.detail && <span className={classes.detail}>· {item.detail}</span>}
      {item.tag && <Tag>{item.tag}</Tag>}
      {trailing && <span className={classes.trailing}>{trailing}</span>}
    </>
  );
}

/** A box with a tick, a dash or nothing in it; the line itself tells of it in words. */
function Tick({ checked }: { checked: boolean | 'mixed' }) {
  return (
    <span className={classes.tick} data-checked={checked} aria-hidden>
      {checked !== false && <Icon name={checked === 'mixed' ? 'minus' : 'check'} size={12} />}
    </span>
  );
}

function LoadingLine({ label }: { label: string }) {
  const late = useDelayed(true);
  return (
    <>
      <span className="visually-hidden">{label}</span>
      {late && <Bone width={40} />}
    </>
  );
}
