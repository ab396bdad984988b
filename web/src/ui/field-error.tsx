import type { ReactNode } from 'react';
import classes from './field-error.module.css';
import { Icon } from './icon.tsx';

/** What is wrong with a field: a pictogram and one sentence, below the field. */
export function FieldError({ children }: { children: ReactNode }) {
  return (
    <span className={classes.error}>
      <Icon name="alert" size={14} />
      <span>{children}</span>
    </span>
  );
}
