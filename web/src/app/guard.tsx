import { type ComponentType, useLayoutEffect } from 'react';
import { permits } from '@storeward/contract/access';
import { useT } from '../platform/text/i18n.ts';
import { useSession } from '../platform/session/session.ts';
import type { PortalScreen } from '../platform/site-map.ts';
import { DeniedScreen } from './access-denied.tsx';
import { canOpen, moduleOfScreen } from './shell/menu-entries.ts';
import { SelectedModule } from './selected-module.tsx';

type Props = { screen: PortalScreen; component: ComponentType<{ id: string }>; id: string };

/**
 * Renders a screen if the session may open it, else the missing permission. A screen that the permissions of the
 * selected module do not open leaves the module.
 */
export function PermissionGuard(props: Props) {
  const session = useSession();
  return (
    <SelectedModule code={moduleOfScreen(session, props.screen)}>
      <OpenScreen {...props} />
    </SelectedModule>
  );
}

function OpenScreen({ screen, component: Component, id }: Props) {
  const session = useSession();
  const allowed = canOpen(session, screen);
  useDocumentTitle(screen.title, allowed);
  if (!allowed) {
    const isMissingPermission = !permits(
      screen.leavesModule ? session.shellPermissions : session.permissions,
      screen.permissions,
      screen.mode,
    );
    return <DeniedScreen missingScreen={isMissingPermission ? screen : undefined} />;
  }
  return <Component key={id} id={id} />;
}

function useDocumentTitle(title: PortalScreen['title'], allowed: boolean) {
  const t = useT();
  // A layout effect runs before the screen's own effects, which may set a more specific title.
  useLayoutEffect(() => {
    document.title = t(allowed ? title : 'app.denied.pageTitle');
  }, [t, title, allowed]);
}
