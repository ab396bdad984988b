import { Button } from '@mantine/core';
import type { UserId } from '@storeward/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useLanguage, useT } from '../platform/text/i18n.ts';
import { useSession } from '../platform/session/session.ts';
import { type PortalScreen, screens } from '../platform/site-map.ts';
import { useNavigateTo } from '../ui/page/link.tsx';
import { DeniedState } from '../ui/page/states.tsx';
import { userQuery } from '../users/queries.ts';
import { canOpen } from './shell/menu-entries.ts';

/**
 * Explains which permission is missing at which node and who can grant it, or that the screen does not exist at the
 * user's level.
 */
export function DeniedScreen({ missingScreen }: { missingScreen: PortalScreen | undefined }) {
  const t = useT();
  const text = missingScreen ? <MissingPermission screen={missingScreen} /> : t('app.denied.level');
  return (
    <>
      <h1 className="visually-hidden">{t('app.denied.pageTitle')}</h1>
      <DeniedState title={t('app.denied.title')} text={text} actions={<HomeButton />} />
    </>
  );
}

/** The label of the missing permission, followed by its technical name for role administrators. */
function MissingPermission({ screen: { permissions, mode } }: { screen: PortalScreen }) {
  const t = useT();
  const [language] = useLanguage();
  const { user } = useSession();
  const ownUser = useQuery({ ...userQuery(user?.id as UserId), enabled: user !== undefined, meta: { quiet: true } });
  const list = new Intl.ListFormat(language, { type: mode === 'all' ? 'conjunction' : 'disjunction' });
  const permissionNames = list.format(permissions.map((permission) => t(`app.right.${permission}`)));
  const nodeName = ownUser.data?.path.at(-1)?.name;
  if (ownUser.isLoading) return null;
  return (
    <>
      {nodeName && user
        ? t('app.denied.text', {
            right: permissionNames,
            place: nodeName,
            organisation: user.organizationName || nodeName,
          })
        : t('app.denied.textGlobal', { right: permissionNames })}
      <br />
      <code>{permissions.join(', ')}</code>
    </>
  );
}

/** A button to the dashboard, or to the first screen the user may open. */
export function HomeButton() {
  const t = useT();
  const session = useSession();
  const navigate = useNavigateTo();
  const firstOpenScreen = screens.find((screen) => 'menu' in screen && canOpen(session, screen));
  if (!firstOpenScreen) return null;
  const label = firstOpenScreen.path === '/dashboard' ? t('app.denied.dashboard') : t(firstOpenScreen.title);
  return <Button onClick={() => navigate(firstOpenScreen.path)}>{label}</Button>;
}
