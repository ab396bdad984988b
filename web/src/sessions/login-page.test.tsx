import { type Credentials, sessions } from '@storeward/contract/sessions';
import { defaultTheme } from '@storeward/contract/themes';
import { users } from '@storeward/contract/users';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Heard, answer, answerRaw, refuse, startServer } from '../../test/answer.ts';
import { aPerson, someTokens } from '../../test/person.ts';
import { render } from '../../test/render.tsx';
import { loadSignInPhrases } from '../platform/catalogues.ts';
import { startSpeaking } from '../platform/i18n.ts';
import { LoginPage } from './login-page.tsx';

const domains = [
  { domainName: 'kestrel.example', isDefault: false },
  { domainName: 'kestrelsports.com', isDefault: true },
];
let heard: Heard[] = [];

beforeEach(async () => {
  heard = startServer();
  answer(sessions.login, someTokens());
  answer(users.get, aPerson());
  await startSpeaking(loadSignInPhrases);
});

afterEach(() => vi.unstubAllGlobals());

function open(parts: Partial<Parameters<typeof LoginPage>[0]> = {}) {
  const onSignedIn = vi.fn<() => void>();
  const drawn = render(
    <LoginPage theme={defaultTheme} domains={domains} timedOut={false} onSignedIn={onSignedIn} {...parts} />,
  );
  const name = screen.getByLabelText('Username');
  const password = screen.getByLabelText('Password');
  const submit = screen.getByRole('button', { name: 'Login' });
  const signIn = async (typed = 'company.admin', secret = 'Demo-portal-26') => {
    if (typed) await drawn.user.type(name, typed);
    if (secret) await drawn.user.type(password, secret);
    await drawn.user.click(submit);
  };
  return { ...drawn, onSignedIn, name, password, submit, signIn };
}

const sentName = () => atob((heard.find(({ path }) => path.endsWith('/login'))!.body as Credentials).username);

describe('the form', () => {
  test('offers the domains, the usual one chosen, and none at all', () => {
    open();
    const options = screen.getAllByRole<HTMLOptionElement>('option').filter(({ lang }) => !lang);
    expect(options.map(({ text, selected }) => [text, selected])).toEqual([
      ['None', false],
      ['@kestrel.example', false],
      ['@kestrelsports.com', true],
    ]);
  });

  test('asks for no domain where there is none', () => {
    open({ domains: [] });
    expect(screen.queryByLabelText('Domain')).toBeNull();
  });

  test('signs in with the name and the chosen domain', async () => {
    const { signIn, onSignedIn } = open();
    await signIn();
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(1));
    expect(sentName()).toBe('company.admin@kestrelsports.com');
  });

  test('takes a domain that is typed along as it is', async () => {
    const { signIn, onSignedIn } = open();
    await signIn('company.admin@kestrel.example');
    await waitFor(() => expect(onSignedIn).toHaveBeenCalled());
    expect(sentName()).toBe('company.admin@kestrel.example');
  });

  test('sends the name alone when no domain is chosen', async () => {
    const { signIn, user, onSignedIn } = open();
    await user.selectOptions(screen.getByLabelText('Domain'), 'None');
    await signIn('global.admin');
    await waitFor(() => expect(onSignedIn).toHaveBeenCalled());
    expect(sentName()).toBe('global.admin');
  });

  test('says under each field what is missing, and sends nothing', async () => {
    const { signIn, name } = open();
    await signIn('', '');
    expect(screen.getAllByText('This field is required')).toHaveLength(2);
    expect([document.activeElement, heard]).toEqual([name, []]);
  });

  test('takes no space from the keyboard, and refuses a pasted one', async () => {
    const { user, name, password, submit } = open();
    await user.type(name, 'ann lee');
    expect(name).toHaveProperty('value', 'annlee');
    await user.clear(name);
    await user.click(name);
    await user.paste('ann lee');
    await user.click(password);
    await user.paste('two words');
    await user.click(submit);
    expect(name).toHaveProperty('value', 'ann lee');
    expect(screen.getByText('Invalid character used')).toBeDefined();
    expect(screen.getByText('Spaces are not allowed here')).toBeDefined();
    expect(heard).toEqual([]);
  });

  test('shows the password and hides it again', async () => {
    const { user, password } = open();
    const toggle = screen.getByRole('button', { name: 'Show password' });
    await user.click(toggle);
    expect(password).toHaveProperty('type', 'text');
    await user.click(toggle);
    expect(password).toHaveProperty('type', 'password');
  });
});

describe('a failure', () => {
  test.each([
    ['signIn.wrong', 'Incorrect username or password.'],
    ['signIn.notAllowed', 'You are not allowed to logged in, please contact system admin'],
  ] as const)('%s is told in red, and the typed name stays', async (code, words) => {
    refuse(sessions.login, code);
    const { signIn, name } = open();
    await signIn();
    const notice = await screen.findByRole('alert');
    expect([notice.textContent, notice.dataset['red']]).toEqual([words, 'true']);
    expect(name).toHaveProperty('value', 'company.admin');
  });

  test('a lock is told in red, by the server’s own words', async () => {
    answerRaw(sessions.login, 400, { message: 'LockException: Message:User Lock! Please contact Administrator' });
    const { signIn } = open();
    await signIn();
    expect((await screen.findByRole('alert')).dataset['red']).toBe('true');
  });

  test('any other words of the server are told in grey', async () => {
    answerRaw(sessions.login, 400, { message: 'Exception: Message:The shop is shut' });
    const { signIn } = open();
    await signIn();
    const notice = await screen.findByRole('alert');
    expect([notice.textContent, notice.dataset['red']]).toEqual(['The shop is shut', undefined]);
  });

  test.each([{}, { message: 'Nothing usable' }, { message: 'Exception: Message:' }])(
    'without usable words is never silent: %j',
    async (told) => {
      answerRaw(sessions.login, 400, told);
      const { signIn } = open();
      await signIn();
      expect((await screen.findByRole('alert')).textContent).toBe('Invalid credentials. Please check and try again.');
    },
  );

  test('a password that has to be changed first signs nobody in', async () => {
    answer(sessions.logout, { ended: true });
    answer(users.get, aPerson({ manualPassword: false }));
    const { signIn, onSignedIn } = open();
    await signIn('new.user');
    expect((await screen.findByRole('alert')).textContent).toMatch('Your password has to be changed first');
    expect([onSignedIn.mock.calls.length, localStorage.getItem('SESSION')]).toEqual([0, null]);
  });
});

describe('the page', () => {
  test('says that a session was lost', () => {
    open({ timedOut: true });
    expect(screen.getByRole('alert').textContent).toBe('Session Timeout');
  });

  test('names its maker only beside a customer’s logo', () => {
    const { unmount } = open();
    expect(screen.queryByText('Powered by')).toBeNull();
    unmount();
    open({ theme: { ...defaultTheme, logoURLPortrait: '/files/logo.png' } });
    expect(screen.getByRole('img', { name: 'Logo of this portal' }).getAttribute('src')).toBe('/files/logo.png');
    expect(screen.getByText(/Powered by/)).toBeDefined();
  });

  test('shows the pictures only when both are there and switched on', () => {
    const pictures = { landscapeImage: '/wide.jpg', portraitImage: '/tall.jpg' };
    const wide = () => document.querySelector('source')?.getAttribute('srcset');
    const { unmount } = open({ theme: { ...defaultTheme, backgroundImage: { status: false, ...pictures } } });
    expect(wide()).toBeUndefined();
    unmount();
    open({ theme: { ...defaultTheme, backgroundImage: { status: true, ...pictures } } });
    expect(wide()).toBe('/wide.jpg');
  });

  test('changes language at once, and for the next time', async () => {
    const { user } = open();
    await user.selectOptions(screen.getByLabelText('Language'), 'Deutsch');
    expect(await screen.findByRole('button', { name: 'Anmelden' })).toBeDefined();
    expect(document.title).toBe('Anmelden');
    expect(localStorage.getItem('APP_SETTING')).toContain('"language":"de"');
  });
});
