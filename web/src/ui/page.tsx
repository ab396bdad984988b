import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import classes from './page.module.css';

/** A screen about one thing: its header on top, and below it a part that scrolls. */
export function Page({ children }: { children?: ReactNode }) {
  return <div className={classes.page}>{children}</div>;
}

/** The part of a screen that scrolls. */
export function PageBody({ children }: { children: ReactNode }) {
  return <div className={classes.body}>{children}</div>;
}

/** What can be read on a screen, subject by subject; below a form with `further`. */
export function PageFacts({ further = false, children }: { further?: boolean; children: ReactNode }) {
  return <div className={further ? classes.further : classes.facts}>{children}</div>;
}

/** What went wrong on a screen, above everything else on it. */
export function PageAlert({
  icon = 'error-circle',
  title,
  children,
}: {
  icon?: IconName;
  title: string;
  children: ReactNode;
}) {
  return (
    <Alert className={classes.alert ?? ''} color="danger" icon={<Icon name={icon} />} title={title}>
      {children}
    </Alert>
  );
}
