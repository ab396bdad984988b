import { Box } from '@mantine/core';
import { languageNames } from '@storeward/contract/reference';
import { useLanguage, useT } from '../platform/i18n.ts';
import { useSession } from '../platform/session.ts';
import { BrandMark } from '../ui/brand.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { LanguageSelect } from '../ui/language-select.tsx';
import { Link } from '../ui/link.tsx';
import { Logo } from '../ui/logo.tsx';
import classes from './header.module.css';
import { PaletteButton } from './palette/palette-button.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { Switcher } from './switcher/switcher.tsx';

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
    <header className={classes.header} data-open={(open && !drawer) || undefined}>
      {drawer && toggle}
      <Link href="/dashboard" className={classes.logo} title={t('app.header.home')}>
        {logo ? <Logo src={logo} alt={name} /> : <DefaultLogo name={name} />}
      </Link>
      {!drawer && toggle}
      <Switcher />
      <Box component="span" flex={1} />
      <PaletteButton />
      {!phone && <Box component="span" flex={1} />}
      {!phone && <HeaderLanguage />}
      <ProfileMenu />
    </header>
  );
}

function DefaultLogo({ name }: { name: string }) {
  return (
    <>
      <BrandMark />
      <span className={classes.name}>{name}</span>
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
