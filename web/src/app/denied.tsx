import { Button } from '@mantine/core';
import { type UserId } from '@storeward/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useLanguage, useT } from '../platform/i18n.ts';
import { useSession } from '../platform/session.ts';
import { type PortalScreen, screens } from '../platform/site-map.ts';
import { useNavigateTo } from '../ui/link.tsx';
import { DeniedState } from '../ui/states.tsx';
import { oneUser } from '../users/queries.ts';
import { mayOpen } from './level-menu.ts';

/** Says that a screen is closed to whoever asked, which right opens it at which place and who can grant it, and where to go instead. */
export function DeniedScreen({ lacks }: { lacks: PortalScreen | undefined }) {
  const t = useT();
  const text = lacks ? <Lacking screen={lacks} /> : t('app.denied.level');
  return (
    <>
      <h1 className="visually-hidden">{t('app.denied.pageTitle')}</h1>
      <DeniedState title={t('app.denied.title')} text={text} actions={<WayOut />} />
    </>
  );
}

/** The missing right in words, and beneath it the name that those who manage roles know it by. */
function Lacking({ screen: { permissions, mode } }: { screen: PortalScreen }) {
  const t = useT();
  const [language] = useLanguage();
  const { user } = useSession();
  const own = useQuery({ ...oneUser(user?.id as UserId), enabled: user !== undefined, meta: { quiet: true } });
  const list = new Intl.ListFormat(language, { type: mode === 'all' ? 'conjunction' : 'disjunction' });
  const right = list.format(permissions.map((permission) => t(`app.right.${permission}`)));
  const place = own.data?.path.at(-1)?.name;
  if (own.isLoading) return null;
  return (
    <>
      {place && user
        ? t('app.denied.text', { right, place, organisation: user.organizationName || place })
        : t('app.denied.textGlobal', { right })}
      <br />
      <code>{permissions.join(', ')}</code>
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
