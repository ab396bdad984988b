import { Drawer as MantineDrawer, type DrawerProps } from '@mantine/core';
import { useReturnFocus } from './return-focus.ts';

/** A dialog at the edge of the window; the focus returns when it is closed, and also when it is removed open. */
export function Drawer(props: DrawerProps) {
  const restoreFocus = useReturnFocus(props.opened);
  const handleExit = () => {
    props.onExitTransitionEnd?.();
    restoreFocus();
  };
  return <MantineDrawer {...props} returnFocus={false} onExitTransitionEnd={handleExit} />;
}
