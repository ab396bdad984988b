import type { ReactNode } from 'react';
import classes from './field-error.module.css';
import { Icon } from '../icon.tsx';

/**
 * Validation message below a field, with the icon that Mantine's fields do not show. The forms of the sign-in page use it too, so it
 * must not need Mantine's provider.
 */
export function FieldError({ children }: { children: ReactNode }) {
  return (
    <span className={classes.error}>
      <Icon name="alert" size={14} />
      <span>{children}</span>
    </span>
  );
}
