import { Button } from '@mantine/core';
import { useT } from '../platform/i18n.ts';
import { useSession } from '../platform/session.ts';
import { screens } from '../platform/site-map.ts';
import { useNavigateTo } from '../ui/link.tsx';
import { DeniedState } from '../ui/states.tsx';
import { mayOpen } from './level-menu.ts';

/** Says that a screen is closed to whoever asked, which permission opens it, and where to go instead. */
export function DeniedScreen({ permission }: { permission: string | undefined }) {
  const t = useT();
  const text = permission ? t('app.denied.text', { permission }) : t('app.denied.level');
  return (
    <>
      <h1 className="visually-hidden">{t('app.denied.pageTitle')}</h1>
      <DeniedState title={t('app.denied.title')} text={text} actions={<WayOut />} />
    </>
  );
}

/** The way to the dashboard, or to the first screen that is open to whoever is signed in. */
export function WayOut() {
  const t = useT();
  const session = useSession();
  const navigate = useNavigateTo();
  const open = screens.find((screen) => 'menu' in screen && mayOpen(session, screen));
  if (!open) return null;
  const words = open.path === '/dashboard' ? t('app.denied.dashboard') : t(open.title);
  return <Button onClick={() => navigate(open.path)}>{words}</Button>;
}
