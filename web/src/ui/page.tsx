import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import classes from './page.module.css';

/** Page layout: header on top, a scrolling body below. */
export function Page({ children }: { children?: ReactNode }) {
  return <div className={classes.page}>{children}</div>;
}

export function PageBody({ children }: { children: ReactNode }) {
  return <div className={classes.body}>{children}</div>;
}

/** Read-only sections of a page; with `belowForm` placed below a form. */
export function PageDetails({ belowForm = false, children }: { belowForm?: boolean; children: ReactNode }) {
  return <div className={belowForm ? classes.belowForm : classes.details}>{children}</div>;
}

/** Alert at the top of a page. */
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
