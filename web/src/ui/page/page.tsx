import { Alert, Box, Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import classes from './page.module.css';

/** Page layout, in one place for all screens: header on top, a scrolling body below. */
export function Page({ children }: { children?: ReactNode }) {
  return (
    <Flex direction="column" h="100%" mih={0}>
      {children}
    </Flex>
  );
}

/** The scrolling part of a page. One that may have no controls takes the focus itself, so that the keyboard scrolls it. */
export function PageBody({ focusable = false, children }: { focusable?: boolean; children: ReactNode }) {
  return (
    <Box className={classes.body} flex={1} mih={0} pos="relative" {...(focusable && { tabIndex: 0 })}>
      {children}
    </Box>
  );
}

/** Read-only sections of a page; with `belowForm` placed below a form, whose footer already has a margin. */
export function PageDetails({ belowForm = false, children }: { belowForm?: boolean; children: ReactNode }) {
  return (
    <Box
      className={classes.details}
      data-below-form={belowForm || undefined}
      px="var(--page-pad)"
      pb={40}
      mt={belowForm ? -40 : 0}
    >
      {children}
    </Box>
  );
}

/** Alert at the top of a page. */
export function PageAlert({
  icon = 'error-circle',
  color = 'danger',
  title,
  children,
}: {
  icon?: IconName;
  color?: 'danger' | 'primary';
  title: string;
  children: ReactNode;
}) {
  return (
    <Alert
      color={color}
      icon={<Icon name={icon} />}
      title={title}
      flex="none"
      mx="var(--page-pad)"
      my="lg"
      maw="var(--section-max)"
    >
      {children}
    </Alert>
  );
}
