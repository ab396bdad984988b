import { Alert, Button } from '@mantine/core';
import { languageNames } from '@storeward/contract/reference';
import type { Theme } from '@storeward/contract/settings/theme';
import { useEffect, useState } from 'react';
import { auth } from '../platform/auth.ts';
import { sayError, useLanguage, useT } from '../platform/i18n.ts';
import { BrandMark } from '../ui/brand.tsx';
import { Icon } from '../ui/icon.tsx';
import { LanguageSelect } from '../ui/language-select.tsx';
import { Logo } from '../ui/logo.tsx';
import { useNotify } from '../ui/notify.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import classes from './forced-reset-page.module.css';

/** Where somebody with a password from somebody else chooses their own, before anything else opens to them. */
export function ForcedResetPage({ theme }: { theme: Theme }) {
  const t = useT();
  const [language, choose] = useLanguage();
  const notify = useNotify();
  const [said, setSaid] = useState<string>();
  const logo = theme.logoURL ?? theme.logoURLPortrait;

  useEffect(() => {
    document.title = t('passwords.forced.pageTitle');
  }, [t]);

  useEffect(() => notify.warning(sayError('password.mustChange')), [notify]);

  return (
    <div className={classes.page}>
      <main className={classes.box}>
        {logo ? (
          <Logo src={logo} alt={t('passwords.forced.logo')} />
        ) : (
          <p className={classes.own}>
            <BrandMark size={32} /> Storeward
          </p>
        )}
        <h1 className={classes.title}>{t(said ? 'passwords.forced.done' : 'passwords.forced.title')}</h1>
        {said ? <Done said={said} /> : <Fields onDone={setSaid} />}
      </main>
      <footer className={classes.bottom}>
        <LanguageSelect
          label={t('passwords.forced.language')}
          languages={languageNames}
          value={language}
          onChoose={choose}
        />
      </footer>
    </div>
  );
}

function Done({ said }: { said: string }) {
  const t = useT();
  return (
    <>
      <Alert className={classes.done ?? ''} color="primary" icon={<Icon name="check-circle" />} role="status">
        {said}
      </Alert>
      <Button component="a" href="/login" size="md" fullWidth>
        {t('passwords.forced.toLogin')}
      </Button>
    </>
  );
}

function Fields({ onDone }: { onDone: (said: string) => void }) {
  const t = useT();

  async function leave(said: string) {
    await auth.logout('passwordSet');
    onDone(said);
  }

  return (
    <>
      <p className={classes.text}>{t('passwords.forced.text')}</p>
      <ChangePasswordForm label={t('passwords.forced.title')} className={classes.fields} onChanged={leave}>
        {({ busy, ready }) => (
          <>
            <Button type="submit" size="md" fullWidth disabled={!ready} loading={busy} mt="xs">
              {t('passwords.forced.submit')}
            </Button>
            <Button variant="subtle" color="gray" fullWidth onClick={() => void auth.logout()}>
              {t('passwords.forced.cancel')}
            </Button>
          </>
        )}
      </ChangePasswordForm>
    </>
  );
}
