import { Alert, Button, PasswordInput } from '@mantine/core';
import { PasswordReset } from '@storeward/contract/passwords';
import { languageNames } from '@storeward/contract/reference';
import type { Theme } from '@storeward/contract/settings/theme';
import { useEffect, useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { auth } from '../platform/auth.ts';
import { sayError, useLanguage, useT } from '../platform/i18n.ts';
import { BrandMark } from '../ui/brand.tsx';
import { Form, useSchemaForm } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { LanguageSelect } from '../ui/language-select.tsx';
import { Logo } from '../ui/logo.tsx';
import { useNotify } from '../ui/notify.tsx';
import classes from './forced-reset-page.module.css';
import { changePassword } from './queries.ts';

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

const empty = { oldPassword: '', newPassword: '', confirmPassword: '' };

function Fields({ onDone }: { onDone: (said: string) => void }) {
  const t = useT();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const form = useSchemaForm({ schema: PasswordReset, initialValues: empty, say: sayError });
  const ready = PasswordReset.safeParse(form.values).success;

  async function reset(typed: PasswordReset) {
    setBusy(true);
    try {
      const said = await changePassword(typed);
      await auth.logout('passwordSet');
      onDone(said);
    } catch (fault) {
      const { code, message, messageCode, status } = fault instanceof ApiError ? fault : new ApiError(0);
      // A lost session is told on the sign-in page.
      if (status !== 401 && status !== 403) notify.error(sayError(code, message), { code: messageCode });
      setBusy(false);
    }
  }

  const field = (name: keyof typeof empty, label: string) => (
    <PasswordInput
      label={label}
      autoComplete={name === 'oldPassword' ? 'current-password' : 'new-password'}
      required
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('passwords.forced.show', { field: label }) }}
      visibilityToggleIcon={EyeIcon}
      {...form.getInputProps(name)}
    />
  );

  return (
    <>
      <p className={classes.text}>{t('passwords.forced.text')}</p>
      <Form form={form} onSubmit={reset} label={t('passwords.forced.title')}>
        <div className={classes.fields}>
          {field('oldPassword', t('passwords.forced.old'))}
          {field('newPassword', t('passwords.forced.new'))}
          {field('confirmPassword', t('passwords.forced.confirm'))}
          <Button type="submit" size="md" fullWidth disabled={!ready} loading={busy} mt="xs">
            {t('passwords.forced.submit')}
          </Button>
          <Button variant="subtle" color="gray" fullWidth onClick={() => void auth.logout()}>
            {t('passwords.forced.cancel')}
          </Button>
        </div>
      </Form>
    </>
  );
}

const EyeIcon = ({ reveal }: { reveal: boolean }) => <Icon name={reveal ? 'eye-off' : 'eye'} />;
