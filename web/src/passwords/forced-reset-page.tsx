import { Alert, Button, Flex, Text, Title } from '@mantine/core';
import { languageNames } from '@storeward/contract/reference';
import type { Theme } from '@storeward/contract/settings/theme';
import { useEffect, useState } from 'react';
import { auth } from '../platform/auth.ts';
import { errorMessage, useLanguage, useT } from '../platform/i18n.ts';
import { BrandMark } from '../ui/brand.tsx';
import { Icon } from '../ui/icon.tsx';
import { LanguageSelect } from '../ui/language-select.tsx';
import { Logo } from '../ui/logo.tsx';
import { useNotify } from '../ui/notify.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import classes from './forced-reset-page.module.css';

/** Forces users with a password set by someone else to choose their own before using the portal. */
export function ForcedResetPage({ theme }: { theme: Theme }) {
  const t = useT();
  const [language, setLanguage] = useLanguage();
  const notify = useNotify();
  const [message, setMessage] = useState<string>();
  const logo = theme.logoURL ?? theme.logoURLPortrait;

  useEffect(() => {
    document.title = t('passwords.forced.pageTitle');
  }, [t]);

  useEffect(() => notify.warning(errorMessage('password.mustChange')), [notify]);

  return (
    <div className={classes.page}>
      <main className={classes.box}>
        {logo ? (
          <Logo src={logo} alt={t('passwords.forced.logo')} />
        ) : (
          <Flex align="center" gap="sm">
            <BrandMark size={32} />
            <Text size="xl" fw="var(--weight-medium)" lts="-0.012em">
              Storeward
            </Text>
          </Flex>
        )}
        <Title order={1} mt="xl">
          {t(message ? 'passwords.forced.done' : 'passwords.forced.title')}
        </Title>
        {message ? <SuccessMessage message={message} /> : <Fields onDone={setMessage} />}
      </main>
      <footer className={classes.bottom}>
        <LanguageSelect
          label={t('passwords.forced.language')}
          languages={languageNames}
          value={language}
          onSelect={setLanguage}
        />
      </footer>
    </div>
  );
}

function SuccessMessage({ message }: { message: string }) {
  const t = useT();
  return (
    <>
      <Alert className={classes.success ?? ''} color="primary" icon={<Icon name="check-circle" />} role="status">
        {message}
      </Alert>
      <Button component="a" href="/login" size="md" fullWidth>
        {t('passwords.forced.toLogin')}
      </Button>
    </>
  );
}

function Fields({ onDone }: { onDone: (message: string) => void }) {
  const t = useT();

  async function handleChanged(message: string) {
    await auth.logout('passwordSet');
    onDone(message);
  }

  return (
    <>
      <Text c="dimmed" mt={4} mb="xl">
        {t('passwords.forced.text')}
      </Text>
      <ChangePasswordForm label={t('passwords.forced.title')} className={classes.fields} onChanged={handleChanged}>
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
