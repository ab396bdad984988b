import { Box, Flex, SegmentedControl, UnstyledButton } from '@mantine/core';
import { permits } from '@storeward/contract/access';
import { type ColourScheme, useColourScheme } from '../../platform/theme/colour-scheme.ts';
import { useT } from '../../platform/text/i18n.ts';
import { hasPermission, signOut, useSession } from '../../platform/session/session.ts';
import { Icon } from '../../ui/icon.tsx';
import lines from '../../ui/list/lines.module.css';
import { Link } from '../../ui/page/link.tsx';
import { ActingRole } from './acting-role.tsx';
import { CurrentUser } from './current-user.tsx';
import menuLine from './menu-line.module.css';
import classes from './profile-menu.module.css';

const lineClass = `${menuLine['line']} ${classes['line']}`;

/** The content of the profile menu. */
export function ProfileSheet({ onClose: close }: { onClose: () => void }) {
  const t = useT();
  const { shellPermissions } = useSession();
  const [colourScheme, setColourScheme] = useColourScheme();
  const colourSchemeOptions = [
    { value: 'light', label: t('app.header.light') },
    { value: 'dark', label: t('app.header.dark') },
    { value: 'auto', label: t('app.header.auto') },
  ];
  return (
    <>
      <Box p="md">
        <CurrentUser size={40} greeting={t('app.header.welcome')} />
      </Box>
      <ActingRole />
      <Box className={lines.above} p="xs">
        {permits(shellPermissions, ['VIEW_PROFILE']) && (
          <UnstyledButton component={Link} href="/profile" className={lineClass} data-action onClick={close}>
            <Icon name="user" />
            {t('app.title.profile')}
          </UnstyledButton>
        )}
        <OrganisationLink onNavigate={close} />
        <Flex className={lineClass} wrap="wrap" py={4}>
          <Icon name="sun" />
          <Box component="span" flex={1}>
            {t('app.header.appearance')}
          </Box>
          <SegmentedControl
            size="xs"
            aria-label={t('app.header.appearance')}
            data={colourSchemeOptions}
            value={colourScheme}
            onChange={(choice) => setColourScheme(choice as ColourScheme)}
          />
        </Flex>
      </Box>
      <Box className={lines.above} p="xs">
        <UnstyledButton className={lineClass} data-action onClick={() => void signOut()}>
          <Icon name="power" />
          {t('app.header.logout')}
        </UnstyledButton>
      </Box>
    </>
  );
}

/** A link to the user's organisation, for users of its root node or with the permission to see it. */
function OrganisationLink({ onNavigate }: { onNavigate: () => void }) {
  const t = useT();
  const { user, level } = useSession();
  const canSeeOrganisation =
    level === 'ORGANIZATION' || (level !== 'GLOBAL' && hasPermission(['ACCESS_ORGANISATION_LEVEL']));
  if (!user?.organizationId || !canSeeOrganisation || !hasPermission(['VIEW_ORGANISATION'])) return null;
  return (
    <UnstyledButton
      component={Link}
      href={`/organisation/${user.organizationId}/view`}
      className={lineClass}
      data-action
      onClick={onNavigate}
    >
      <Icon name="building" />
      {t('app.menu.organisation')}
    </UnstyledButton>
  );
}
