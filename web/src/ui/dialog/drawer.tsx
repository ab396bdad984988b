import { Drawer as MantineDrawer, type DrawerProps } from '@mantine/core';
import { useReturnFocus } from './return-focus.ts';

/** A dialog at the edge of the window; the focus returns when it is closed, and also when it is removed open. */
export function Drawer(props: DrawerProps) {
  useReturnFocus(props.opened);
  return <MantineDrawer {...props} returnFocus={false} />;
}
