import { Alert, Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { UserName } from '@storeward/contract/fields';
import type { Domain } from '@storeward/contract/organisations';
import { type SubmitEvent, type KeyboardEvent, useRef, useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { sayError, useT } from '../platform/i18n.ts';
import { signIn } from '../platform/session.ts';
import { Icon } from '../ui/icon.tsx';
import classes from './login-form.module.css';

type Notice = { text: string; more?: string; red?: boolean };

type Props = { domains: readonly Domain[]; timedOut: boolean; onSignedIn: () => void };

/** The sign-in form: name, password and, where the portal has domains, which of them. */
export function LoginForm({ domains, timedOut, onSignedIn }: Props) {
  const t = useT();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [faults, setFaults] = useState<{ name?: string; password?: string }>({});
  const [failure, setFailure] = useState<(() => Notice) | undefined>(() =>
    timedOut ? () => ({ text: t('sessions.login.timeout') }) : undefined,
  );
  const [busy, setBusy] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const domain = chosen ?? domains.find(({ isDefault }) => isDefault)?.domainName ?? '';
  const notice = failure?.();

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const found = { ...faultOf('name', faultOfName(name)), ...faultOf('password', faultOfPassword(password)) };
    setFaults(found);
    if (found.name) return nameField.current?.focus();
    if (found.password) return passwordField.current?.focus();
    setBusy(true);
    setFailure(undefined);
    try {
      if ((await signIn(fullName(name, domain, domains), password)) === 'signedIn') return onSignedIn();
      setPassword('');
      setFailure(() => () => ({ text: t('sessions.login.mustChangeTitle'), more: t('sessions.login.mustChange') }));
    } catch (fault) {
      setFailure(() => () => noticeOf(fault, t));
      passwordField.current?.select();
    }
    return setBusy(false);
  }

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate aria-busy={busy}>
      {notice && (
        <Alert
          className={classes.notice ?? ''}
          data-red={notice.red || undefined}
          color={notice.red ? 'danger' : 'gray'}
        >
          <p className={classes.noticeText}>{notice.text}</p>
          {notice.more && <p>{notice.more}</p>}
        </Alert>
      )}
      {domains.length > 0 && (
        <NativeSelect
          label={t('sessions.login.domain')}
          value={domain}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={[
            { value: '', label: t('sessions.login.noDomain') },
            ...domains.map(({ domainName }) => ({ value: domainName, label: `@${domainName}` })),
          ]}
        />
      )}
      <TextInput
        ref={nameField}
        label={t('sessions.login.userName')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
        labelProps={required}
        value={name}
        onKeyDown={ignoreSpace}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={() =>
          setFaults((before) => ({ ...without(before, 'name'), ...(name && faultOf('name', faultOfName(name))) }))
        }
        error={faults.name && sayError(faults.name)}
      />
      <PasswordInput
        ref={passwordField}
        label={t('sessions.login.password')}
        name="password"
        autoComplete="current-password"
        required
        labelProps={required}
        value={password}
        onKeyDown={ignoreSpace}
        onChange={(event) => setPassword(event.currentTarget.value)}
        onBlur={() =>
          setFaults((before) => ({
            ...without(before, 'password'),
            ...(password && faultOf('password', faultOfPassword(password))),
          }))
        }
        error={faults.password && sayError(faults.password)}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': t('sessions.login.showPassword') }}
        visibilityToggleIcon={EyeIcon}
      />
      <Button type="submit" size="md" fullWidth loading={busy} mt="xs">
        {t('sessions.login.submit')}
      </Button>
    </form>
  );
}

const required = { className: classes.required ?? '' };

const EyeIcon = ({ reveal }: { reveal: boolean }) => <Icon name={reveal ? 'eye-off' : 'eye'} />;

/** Spaces are not typed; pasted ones stay visible and are refused, so that nobody signs in with other words than they see. */
function ignoreSpace(event: KeyboardEvent) {
  if (event.key === ' ' && !event.nativeEvent.isComposing) event.preventDefault();
}

const faultOfName = (name: string) => UserName.safeParse(name).error?.issues[0]?.message;

function faultOfPassword(password: string) {
  if (!password) return 'field.required';
  return /\s/.test(password) ? 'field.spaces' : undefined;
}

const faultOf = (field: 'name' | 'password', fault: string | undefined) => (fault ? { [field]: fault } : {});

function without<T extends object, K extends keyof T>(faults: T, field: K): Omit<T, K> {
  const { [field]: _gone, ...rest } = faults;
  return rest;
}

/** The name as the server wants it; whoever types the domain along means just that one. */
function fullName(name: string, domain: string, domains: readonly Domain[]): string {
  const typed = domains.some(({ domainName }) => name.toLowerCase().endsWith(`@${domainName.toLowerCase()}`));
  return domain && !typed ? `${name}@${domain}` : name;
}

/** What a failure tells: three of them in red, every other in grey, and never nothing. */
function noticeOf(fault: unknown, t: ReturnType<typeof useT>): Notice {
  const { code, message, status } = fault instanceof ApiError ? fault : new ApiError(0);
  const told = /Message:(.*)$/s.exec(message)?.[1]?.trim();
  if (told && told !== 'undefined') return { text: sayError(code, told), red: isRed(code, told) };
  if (code !== 'unknown') return { text: sayError(code) };
  return { text: t('sessions.login.invalid'), ...(status === 0 && { more: t('sessions.login.unreachable') }) };
}

const redTexts = [
  'User Lock! Please contact Administrator',
  'Incorrect username or password.',
  'You are not allowed to logged in, please contact system admin',
];

const isRed = (code: string, told: string) =>
  code === 'signIn.wrong' || code === 'signIn.notAllowed' || redTexts.includes(told);
