import { type ComponentType, useLayoutEffect } from 'react';
import { permits } from '@storeward/contract/access';
import { useT } from '../platform/i18n.ts';
import { useSession } from '../platform/session.ts';
import type { PortalScreen } from '../platform/site-map.ts';
import { DeniedScreen } from './denied.tsx';
import { mayOpen } from './level-menu.ts';

type Props = { screen: PortalScreen; part: ComponentType<{ id: string }>; id: string };

/** Opens a screen to those who may, and tells everybody else which right is missing. */
export function Guard({ screen, part: Part, id }: Props) {
  const session = useSession();
  const allowed = mayOpen(session, screen);
  useTitle(screen.title, allowed);
  if (!allowed) {
    const lacks = !permits(session.permissions, screen.permissions, screen.mode);
    return <DeniedScreen lacks={lacks ? screen : undefined} />;
  }
  return <Part key={id} id={id} />;
}

function useTitle(title: PortalScreen['title'], allowed: boolean) {
  const t = useT();
  // Before the screen's own effects: one that knows a better name has the last word.
  useLayoutEffect(() => {
    document.title = t(allowed ? title : 'app.denied.pageTitle');
  }, [t, title, allowed]);
}
