import { Flex } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type ReactNode, useId, useState } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { TextButton } from '../ui/text-button.tsx';
import classes from './chart-frame.module.css';
import { DashboardCard } from './dashboard-card.tsx';

/** The same figures as a table: for screen readers, for exact values, and for print. */
export type ChartTable = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

type Props = {
  title: string;
  wide?: boolean;
  children: (asTable: boolean) => ReactNode;
};

/** A card with a chart that can be shown as a table instead. */
export function ChartCard({ title, wide, children }: Props) {
  const t = useT();
  const [asTable, setAsTable] = useState(false);
  return (
    <DashboardCard
      title={title}
      wide={wide ?? false}
      action={
        <TextButton
          onClick={() => setAsTable(!asTable)}
          label={`${title}: ${t(asTable ? 'figures.showChart' : 'figures.showTable')}`}
        >
          {t(asTable ? 'figures.showChart' : 'figures.showTable')}
        </TextButton>
      }
    >
      {children(asTable)}
    </DashboardCard>
  );
}

/** A drawing with a text alternative, as wide as its container. */
export function ChartFigure({
  summary,
  height,
  children,
}: {
  summary: string;
  height: number;
  children: (width: number) => ReactNode;
}) {
  const { ref, width } = useElementSize();
  const id = useId();
  return (
    <figure ref={ref} style={{ minWidth: 0, minHeight: height }}>
      {width > 0 && (
        <svg role="img" aria-labelledby={id} width={width} height={height} className={classes.drawing}>
          <title id={id}>{summary}</title>
          {children(width)}
        </svg>
      )}
    </figure>
  );
}

export function ChartTableView({ caption, columns, rows }: ChartTable & { caption: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region without controls must take the focus
    <div className={classes.scroller} tabIndex={0} role="region" aria-label={caption}>
      <table className={classes.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...rest]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {rest.map((cell, index) => (
                <td key={columns[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The legend that names the lines of a chart. */
export function ChartLegend({ items }: { items: readonly { label: string; look: 'line' | 'dashed' | 'bar' }[] }) {
  return (
    <Flex wrap="wrap" gap="var(--s-1) var(--s-4)" c="dimmed" fz="xs">
      {items.map(({ label, look }) => (
        <span key={label} className={classes.legendItem} data-look={look}>
          {label}
        </span>
      ))}
    </Flex>
  );
}
