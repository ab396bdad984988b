import { Box, Flex, Text } from '@mantine/core';
import { languageNames } from '@storeward/contract/reference';
import { useLanguage, useT } from '../../platform/text/i18n.ts';
import { useSession } from '../../platform/session/session.ts';
import { BrandMark } from '../../ui/image/brand.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LanguageSelect } from '../../ui/form/language-select.tsx';
import { Link } from '../../ui/page/link.tsx';
import { Logo } from '../../ui/image/logo.tsx';
import classes from './header.module.css';
import { PaletteButton } from '../palette/palette-button.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { Switcher } from '../switcher/switcher.tsx';

type Props = {
  logo: string | null;
  /** Whether the menu is an overlay drawer. */
  drawer: boolean;
  open: boolean;
  onToggle: () => void;
  phone: boolean;
};

/** The header: logo, menu button, language and profile menu. */
export function Header({ logo, drawer, open, onToggle, phone }: Props) {
  const t = useT();
  const { user } = useSession();
  const name = user?.organizationName || 'Storeward';
  const toggleLabel = drawer ? t('app.menu.open') : t(open ? 'app.menu.collapse' : 'app.menu.expand');
  const toggle = <IconButton icon={drawer ? 'menu' : 'panel'} label={toggleLabel} expanded={open} onClick={onToggle} />;
  return (
    <Flex
      component="header"
      align="center"
      gap="xs"
      miw={0}
      h="var(--header-h)"
      ps={{ base: 'xs', sm: 'lg' }}
      pe={{ base: 'xs', sm: 'md' }}
    >
      {drawer && toggle}
      <Link
        href="/dashboard"
        className={classes.logo}
        data-wide={(open && !drawer) || undefined}
        title={t('app.header.home')}
      >
        {logo ? <Logo src={logo} alt={name} /> : <DefaultLogo name={name} />}
      </Link>
      {!drawer && toggle}
      <Switcher />
      <Box component="span" flex={1} />
      <PaletteButton />
      {!phone && <Box component="span" flex={1} />}
      {!phone && <HeaderLanguage />}
      <ProfileMenu />
    </Flex>
  );
}

function DefaultLogo({ name }: { name: string }) {
  return (
    <>
      <BrandMark />
      <Text span inherit truncate>
        {name}
      </Text>
    </>
  );
}

export function HeaderLanguage() {
  const t = useT();
  const [language, choose] = useLanguage();
  return (
    <LanguageSelect label={t('app.header.language')} languages={languageNames} value={language} onSelect={choose} />
  );
}
