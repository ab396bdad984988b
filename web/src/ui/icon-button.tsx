import { ActionIcon, Tooltip } from '@mantine/core';
import type { MouseEvent } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';

type Props = {
  icon: IconName;
  label: string;
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  small?: boolean;
  disabled?: boolean;
  expanded?: boolean;
  pressed?: boolean;
  /** Cannot be pressed, but is focusable, so that its tooltip tells why. */
  blocked?: boolean;
  popup?: 'menu' | 'dialog';
  /** Receives the initial focus when a dialog opens. */
  'data-autofocus'?: boolean;
};

/** Icon-only button; the label is its accessible name and tooltip, of which Mantine's ActionIcon has neither. */
export function IconButton({
  icon,
  label,
  onClick,
  small = false,
  disabled = false,
  blocked = false,
  expanded,
  pressed,
  popup,
  ...rest
}: Props) {
  return (
    <Tooltip label={label} disabled={disabled} events={{ hover: true, focus: true, touch: false }}>
      <ActionIcon
        {...rest}
        variant={pressed ? 'filled' : 'subtle'}
        size={small ? 'sm' : 'md'}
        aria-label={label}
        aria-expanded={expanded}
        aria-haspopup={popup}
        aria-pressed={pressed}
        {...(blocked && { 'aria-disabled': true, color: 'gray', style: { opacity: 0.6 } })}
        disabled={disabled}
        onClick={onClick}
      >
        <Icon name={icon} size={small ? 16 : 18} />
      </ActionIcon>
    </Tooltip>
  );
}
