import { Alert, Box, Button, Flex, Text, Title } from '@mantine/core';
import { languageNames } from '@storeward/contract/reference';
import type { Theme } from '@storeward/contract/settings/sections/theme';
import { useEffect, useState } from 'react';
import { auth } from '../platform/session/auth.ts';
import { errorMessage, useLanguage, useT } from '../platform/text/i18n.ts';
import { BrandMark } from '../ui/image/brand.tsx';
import { Icon } from '../ui/icon.tsx';
import { LanguageSelect } from '../ui/form/language-select.tsx';
import { Logo } from '../ui/image/logo.tsx';
import { useNotify } from '../ui/page/notify.tsx';
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
    <Box
      display="grid"
      style={{ gridTemplate: 'minmax(0, 1fr) auto / minmax(0, 1fr)', gap: 'var(--s-3)' }}
      mih="100%"
      p={{ base: 'sm', sm: 'lg' }}
      bg="var(--canvas)"
    >
      <Box
        component="main"
        style={{ alignSelf: 'center', justifySelf: 'center', boxShadow: 'var(--shadow-1)' }}
        w="var(--sign-in-w)"
        maw="100%"
        px={{ base: 'xl', sm: 'var(--s-10)' }}
        py={{ base: '1.75rem', sm: 'var(--s-10)' }}
        bd="1px solid var(--line)"
        bdrs="lg"
        bg="var(--surface)"
      >
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
      </Box>
      {/* At the bottom, because notifications appear at the top here. */}
      <Flex component="footer" justify="center">
        <LanguageSelect
          label={t('passwords.forced.language')}
          languages={languageNames}
          value={language}
          onSelect={setLanguage}
        />
      </Flex>
    </Box>
  );
}

function SuccessMessage({ message }: { message: string }) {
  const t = useT();
  return (
    <>
      <Alert
        className={classes.success ?? ''}
        color="primary"
        mt="md"
        mb="xl"
        bd="1px solid var(--line)"
        bg="var(--success-subtle)"
        icon={<Icon name="check-circle" />}
        role="status"
      >
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
