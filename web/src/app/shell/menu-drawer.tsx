import type { ReactNode } from 'react';
import { useT } from '../../platform/text/i18n.ts';
import { useSession } from '../../platform/session/session.ts';
import { Drawer } from '../../ui/dialog/drawer.tsx';

type Props = { opened: boolean; onClose: () => void; children: ReactNode };

/** The left menu of small windows. */
export function MenuDrawer({ opened, onClose, children }: Props) {
  const t = useT();
  const { user } = useSession();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="left"
      size={280}
      title={user?.organizationName}
      closeButtonProps={{ 'aria-label': t('app.menu.close') }}
    >
      {children}
    </Drawer>
  );
}
