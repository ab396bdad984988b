import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './text-button.module.css';

type Props = { onClick: (() => void) | undefined; label?: string; danger?: boolean; children: ReactNode };

/** Button that looks like a link and takes the size of the text around it; Mantine's buttons bring a box of their own. */
export function TextButton({ onClick, label, danger = false, children }: Props) {
  return (
    <UnstyledButton className={classes.button} data-danger={danger || undefined} aria-label={label} onClick={onClick}>
      {children}
    </UnstyledButton>
  );
}
