import { Box, Flex, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import { Link, type ScreenAddress } from './link.tsx';
import classes from './page-header.module.css';

/** A step of the path above the title; without `href` it is no link. */
export type Crumb = { label: string; href?: ScreenAddress };

type Props = {
  title: ReactNode;
  crumbs?: Crumb[];
  crumbsLabel?: string;
  media?: ReactNode;
  tag?: ReactNode;
  status?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  tabs?: ReactNode;
};

const gap = { base: 'sm', sm: 'md' };

/** Page header, in one place for all screens: title, breadcrumbs, status, actions and tabs. */
export function PageHeader({ title, crumbs, crumbsLabel, media, tag, status, description, actions, tabs }: Props) {
  return (
    <Box component="header" flex="none">
      <Flex className={classes.row ?? ''} align="center" gap="md" px="var(--page-pad)" pt={gap} pb={tabs ? 'xs' : gap}>
        {media}
        <Stack className={classes.text ?? ''} gap={2}>
          <Flex wrap="wrap" align="center" gap="4px 12px">
            <Title order={1}>{title}</Title>
            {tag}
            {status}
          </Flex>
          {crumbs && crumbs.length > 0 && <Crumbs crumbs={crumbs} label={crumbsLabel} title={title} />}
          {description && <Text c="dimmed">{description}</Text>}
        </Stack>
        {actions && (
          <Flex className={classes.actions ?? ''} wrap="wrap" align="center" justify="flex-end" gap="xs" ms="auto">
            {actions}
          </Flex>
        )}
      </Flex>
      {tabs && <div className={classes.tabs}>{tabs}</div>}
    </Box>
  );
}

/** Breadcrumbs, outermost first. */
export function Crumbs({ crumbs, label, title }: { crumbs: Crumb[]; label?: string | undefined; title?: ReactNode }) {
  return (
    <nav aria-label={label}>
      <Flex component="ol" className={classes.crumbs ?? ''} wrap="wrap" gap="2px 6px" fz="label" c="dimmed">
        {crumbs.map(({ label: crumbLabel, href }, index) => (
          <li key={`${index} ${crumbLabel}`} data-title={crumbLabel === title || undefined}>
            {index > 0 && <Icon name="chevron-right" size={12} />}
            {href ? (
              <Link href={href} title={crumbLabel}>
                {crumbLabel}
              </Link>
            ) : (
              <span title={crumbLabel}>{crumbLabel}</span>
            )}
          </li>
        ))}
      </Flex>
    </nav>
  );
}
