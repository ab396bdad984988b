import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import type { IconName } from '../icon.tsx';
import { SkeletonLine, useDelayed } from '../page/skeleton.tsx';
import { Tag } from '../tag.tsx';
import type { TreeRow } from './tree-rows.ts';
import classes from './tree-view.module.css';

/** Texts of the status rows. */
export type TreeLabels = { loading: string; failed: string; retry: string; more: (count: number) => string };

type Props<T> = {
  row: TreeRow<T>;
  checkable: boolean;
  labels: TreeLabels;
  icon: IconName | undefined;
  trailing: ReactNode;
  onToggle: () => void;
};

/** Content of a tree row after its guide lines; Mantine's Tree has no rows for loading, failure and further items. */
export function TreeRowContent<T>({ row, checkable, labels, icon, trailing, onToggle }: Props<T>) {
  if (row.kind === 'loading') return <LoadingRow label={labels.loading} />;
  if (row.kind === 'more') return <Hint>{labels.more(row.count)}</Hint>;
  if (row.kind === 'failed') {
    return (
      <>
        <Icon name="alert" size={16} />
        <Text span inherit truncate miw={0}>
          {labels.failed}
        </Text>
        <Hint>{labels.retry}</Hint>
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
          if (!item.children) return;
          event.stopPropagation();
          onToggle();
        }}
      >
        {item.children && <Icon name={open ? 'chevron-down' : 'chevron-right'} size={14} />}
      </span>
      {checkable && <CheckMark checked={item.checked ?? false} />}
      {icon && <Icon name={icon} size={16} />}
      <span className={classes.label} title={item.text}>
        {item.text}
      </span>
      {item.detail && <span className={classes.detail}>· {item.detail}</span>}
      {item.tag && <Tag>{item.tag}</Tag>}
      {trailing && <span className={classes.trailing}>{trailing}</span>}
    </>
  );
}

const Hint = ({ children }: { children: string }) => (
  <Text span className={classes.hint ?? ''} size="label" c="var(--primary-text)">
    {children}
  </Text>
);

/** Visual checkbox; the row itself carries `aria-checked`. */
function CheckMark({ checked }: { checked: boolean | 'mixed' }) {
  return (
    <span className={classes.checkbox} data-checked={checked} aria-hidden>
      {checked !== false && <Icon name={checked === 'mixed' ? 'minus' : 'check'} size={12} />}
    </span>
  );
}

function LoadingRow({ label }: { label: string }) {
  const showSkeleton = useDelayed(true);
  return (
    <>
      <span className="visually-hidden">{label}</span>
      {showSkeleton && <SkeletonLine width={40} />}
    </>
  );
}
