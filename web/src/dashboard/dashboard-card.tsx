import { Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { formatNumber, useT } from '../platform/i18n.ts';
import { errorShownByScreen } from '../records/load-error.tsx';
import { Link, type ScreenAddress } from '../ui/link.tsx';
import { SkeletonLine, useDelayed } from '../ui/skeleton.tsx';
import { TextButton } from '../ui/text-button.tsx';
import classes from './dashboard-card.module.css';

type CardLink = { readonly href: ScreenAddress | undefined; readonly label: string };

type CardProps = {
  title: string;
  count?: number | undefined;
  link?: CardLink;
  /** An action beside the title, such as a switch between chart and table. */
  action?: ReactNode;
  wide?: boolean;
  /** The id by which the page scrolls to it. */
  anchor?: string;
  children: ReactNode;
};

/** A part of the dashboard under its own heading. */
export function DashboardCard({ title, count, link, action, wide = false, anchor, children }: CardProps) {
  const id = useId();
  return (
    <Paper component="section" id={anchor} className={classes.card} data-wide={wide || undefined} aria-labelledby={id}>
      <div className={classes.head}>
        <Title order={3} size="h4" id={id}>
          {title}
          {count !== undefined && <span className={classes.count}> {formatNumber(count)}</span>}
        </Title>
        {action}
        {link?.href && (
          <Link href={link.href} className={classes.link} aria-describedby={id}>
            {link.label}
          </Link>
        )}
      </div>
      {children}
    </Paper>
  );
}

type Query<T> = {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<T>;
};

type QueryPartProps<T> = {
  query: Query<T>;
  /** The lines of the skeleton, which keeps the place of the content. */
  lines?: number;
  isEmpty?: (data: T) => boolean;
  empty?: string;
  children: (data: T) => ReactNode;
};

/** The content of a card, which is loaded by itself: a skeleton, a failure with another try, a sentence if it is empty. */
export function QueryPart<T>({ query, lines = 4, isEmpty, empty, children }: QueryPartProps<T>) {
  const t = useT();
  const { data, error, refetch } = useQuery({ ...query, meta: errorShownByScreen });
  const showsSkeleton = useDelayed(data === undefined && !error);
  if (data !== undefined)
    return isEmpty?.(data) ? <Text className={classes.quiet ?? ''}>{empty}</Text> : <>{children(data)}</>;
  if (error)
    return (
      <div className={classes.quiet} role="alert">
        {t('ui.state.loadFailed')} <TextButton onClick={() => void refetch()}>{t('ui.state.retry')}</TextButton>
      </div>
    );
  return (
    <Stack className={classes.skeleton ?? ''} gap="sm" aria-hidden style={{ '--lines': lines }}>
      {showsSkeleton &&
        Array.from({ length: lines }, (_, index) => <SkeletonLine key={index} width={90 - index * 9} />)}
    </Stack>
  );
}
