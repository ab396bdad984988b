import { Tooltip, UnstyledButton } from '@mantine/core';
import type { MouseEvent } from 'react';
import classes from './icon-button.module.css';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';

type Props = {
  icon: IconName;
  label: string;
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  small?: boolean;
  disabled?: boolean;
  expanded?: boolean;
  popup?: 'menu' | 'dialog';
  /** Where a dialog puts the focus when it opens. */
  'data-autofocus'?: boolean;
};

/** A button that is only a pictogram; its name is said to screen readers and shown on hover. */
export function IconButton({ icon, label, onClick, small = false, disabled = false, expanded, popup, ...rest }: Props) {
  return (
    <Tooltip label={label} disabled={disabled} events={{ hover: true, focus: true, touch: false }}>
      <UnstyledButton
        {...rest}
        className={classes.button}
        data-small={small || undefined}
        aria-label={label}
        aria-expanded={expanded}
        aria-haspopup={popup}
        disabled={disabled}
        onClick={onClick}
      >
        <Icon name={icon} size={small ? 16 : 18} />
      </UnstyledButton>
    </Tooltip>
  );
}
