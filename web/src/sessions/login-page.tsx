import type { Domain } from '@storeward/contract/organisations';
import type { Theme } from '@storeward/contract/themes';
import { useEffect } from 'react';
import { useLanguage, useT } from '../platform/i18n.ts';
import { languageNames } from '../platform/language-names.ts';
import { BrandMark } from '../ui/brand.tsx';
import { LanguageSelect } from '../ui/language-select.tsx';
import { Logo } from '../ui/logo.tsx';
import { LoginBackground } from './login-background.tsx';
import { LoginForm } from './login-form.tsx';
import classes from './login-page.module.css';

type Props = { theme: Theme; domains: readonly Domain[]; timedOut: boolean; onSignedIn: () => void };

/** The page where people sign in, dressed as their organisation wants it. */
export function LoginPage({ theme, domains, timedOut, onSignedIn }: Props) {
  const t = useT();
  const [language, choose] = useLanguage();
  const { landscape, portrait } = theme.loginBoxPosition;
  const logo = theme.logoURL ?? theme.logoURLPortrait;

  useEffect(() => {
    document.title = t('sessions.login.title');
  }, [t]);

  return (
    <div className={classes.page} data-landscape={landscape} data-portrait={portrait}>
      <LoginBackground theme={theme} />
      <header className={classes.top}>
        <LanguageSelect
          label={t('sessions.login.language')}
          languages={languageNames}
          value={language}
          onChoose={choose}
          onPicture
        />
      </header>
      <main className={classes.box}>
        {logo ? <Logo src={logo} alt={t('sessions.login.logo')} /> : <OwnLogo />}
        <h1 className={classes.title}>{t('sessions.login.title')}</h1>
        <LoginForm domains={domains} timedOut={timedOut} onSignedIn={onSignedIn} />
      </main>
      <footer className={classes.bottom}>
        {logo && (
          <span className={classes.powered}>
            {t('sessions.login.poweredBy')} <BrandMark size={18} /> <b>Storeward</b>
          </span>
        )}
      </footer>
    </div>
  );
}

function OwnLogo() {
  return (
    <p className={classes.own}>
      <BrandMark size={32} /> Storeward
    </p>
  );
}
