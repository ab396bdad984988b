import { Flex, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { formatNumber, useT } from '../platform/text/i18n.ts';
import { errorShownByScreen } from '../records/load-error.tsx';
import { Link, type ScreenAddress } from '../ui/page/link.tsx';
import { SkeletonLine, useDelayed } from '../ui/page/skeleton.tsx';
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
    <Paper
      component="section"
      id={anchor}
      className={classes.card}
      radius="md"
      miw={0}
      p="md"
      bd="1px solid var(--line)"
      data-wide={wide || undefined}
      aria-labelledby={id}
    >
      <Flex wrap="wrap" align="baseline" gap="var(--s-1) var(--s-4)" fz="label">
        <Title order={3} size="h4" id={id} flex={1}>
          {title}
          {count !== undefined && (
            <Text span inherit fw="var(--weight-regular)" c="dimmed">
              {' '}
              {formatNumber(count)}
            </Text>
          )}
        </Title>
        {action}
        {link?.href && (
          <Link href={link.href} aria-describedby={id}>
            {link.label}
          </Link>
        )}
      </Flex>
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
  /** The lines of the skeleton, which reserves the height of the content. */
  lines?: number;
  isEmpty?: (data: T) => boolean;
  empty?: string;
  children: (data: T) => ReactNode;
};

const Quiet = ({ role, children }: { role?: 'alert'; children: ReactNode }) => (
  <Text c="dimmed" py="md" role={role}>
    {children}
  </Text>
);

/** The content of a card, loaded separately: a skeleton, an error with a retry button, or a sentence if it is empty. */
export function QueryPart<T>({ query, lines = 4, isEmpty, empty, children }: QueryPartProps<T>) {
  const t = useT();
  const { data, error, refetch } = useQuery({ ...query, meta: errorShownByScreen });
  const showsSkeleton = useDelayed(data === undefined && !error);
  if (data !== undefined) return isEmpty?.(data) ? <Quiet>{empty}</Quiet> : <>{children(data)}</>;
  if (error)
    return (
      <Quiet role="alert">
        {t('ui.state.loadFailed')} <TextButton onClick={() => void refetch()}>{t('ui.state.retry')}</TextButton>
      </Quiet>
    );
  return (
    <Stack gap="sm" aria-hidden mih={`${lines * 1.5}rem`}>
      {showsSkeleton &&
        Array.from({ length: lines }, (_, index) => <SkeletonLine key={index} width={90 - index * 9} />)}
    </Stack>
  );
}
