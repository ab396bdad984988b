import { Menu } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../icon-button.tsx';

type Props = {
  /** Accessible name of the button, which contains the name of the record. */
  readonly label: string;
  /** The size for a row of a list. */
  readonly small?: boolean;
  /** Items of the menu. */
  readonly children: ReactNode;
};

/**
 * Button with three dots that opens a menu of further actions: Mantine's Menu and ActionIcon with a label and a tooltip
 * in one place.
 */
export function MoreMenu({ label, small = false, children }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Menu opened={open} onChange={setOpen} position="bottom-end" withinPortal>
      <Menu.Target>
        <IconButton small={small} icon="more" label={label} expanded={open} popup="menu" />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
