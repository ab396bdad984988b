import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './text-button.module.css';

type Props = {
  onClick: (() => void) | undefined;
  label?: string;
  danger?: boolean;
  /** Of a button that shows and hides something, and the id of what it shows. */
  isExpanded?: boolean;
  controls?: string | undefined;
  children: ReactNode;
};

/** Button that looks like a link and takes the size of the text around it; Mantine's buttons bring a box of their own. */
export function TextButton({ onClick, label, danger = false, isExpanded, controls, children }: Props) {
  return (
    <UnstyledButton
      className={classes.button}
      data-danger={danger || undefined}
      aria-label={label}
      aria-expanded={isExpanded}
      aria-controls={controls}
      onClick={onClick}
    >
      {children}
    </UnstyledButton>
  );
}
