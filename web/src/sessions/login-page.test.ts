import { defaultRuntimeConfiguration } from '@storeward/contract/runtime-configuration';
import { type Credentials, sessions } from '@storeward/contract/sessions';
import { defaultTheme } from '@storeward/contract/settings/sections/theme';
import { users } from '@storeward/contract/users';
import { themes } from '@storeward/contract/themes';
import { screen, waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type RecordedRequest, mockResponse, mockRawResponse, mockError } from '../../test/mock-server.ts';
import { startMockServer } from '../../test/mock-server.ts';
import { createUser, createTokens } from '../../test/create-user.ts';
import { mountSignInPage } from '../../test/sign-in-page.ts';
import { loadSignInPhrases } from '../platform/text/catalogues.ts';
import { initLanguage } from '../platform/text/i18n.ts';
import { resetRuntimeConfiguration } from '../platform/runtime-configuration.ts';
import { initLoginForm } from './login-form.ts';
import { applyPortalTheme, localisePage } from './login-page.ts';
import { phrase } from '../../test/phrase.ts';

const domains = [
  { domainName: 'kestrel.example', isDefault: false },
  { domainName: 'kestrelsports.com', isDefault: true },
];
let requests: RecordedRequest[] = [];

beforeEach(async () => {
  requests = startMockServer();
  mockResponse(sessions.login, createTokens());
  mockResponse(users.get, createUser());
  await initLanguage(loadSignInPhrases);
});

afterEach(() => vi.unstubAllGlobals());

async function open({ theme = defaultTheme, availableDomains = domains, timedOut = false, typed = '' } = {}) {
  mockResponse(themes.ofHost, theme);
  const form = mountSignInPage();
  const user = userEvent.setup();
  const name = screen.getByLabelText<HTMLInputElement>('Username');
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  const submit = screen.getByRole('button', { name: 'Login' });
  name.value = typed;
  const onSignedIn = vi.fn<(outcome: string) => void>();
  await applyPortalTheme();
  localisePage();
  initLoginForm(form, { domains: Promise.resolve(availableDomains), sessionLost: timedOut, onSignedIn });
  if (availableDomains.length > 0) await screen.findByRole('option', { name: /^@/, selected: true });
  requests.length = 0;
  const signIn = async (typed = 'company.admin', secret = 'Demo-portal-26') => {
    if (typed) await user.type(name, typed);
    if (secret) await user.type(password, secret);
    await user.click(submit);
  };
  return { user, onSignedIn, name, password, submit, signIn };
}

const sentName = () => atob((requests.find(({ path }) => path.endsWith('/login'))!.body as Credentials).username);

describe('the sign-in form', () => {
  test('offers the domains with the default selected, and an option for none', async () => {
    await open();
    const options = screen.getAllByRole<HTMLOptionElement>('option').filter(({ lang }) => !lang);
    expect(options.map(({ text }) => text)).toEqual(['None', '@kestrel.example', '@kestrelsports.com']);
    expect(options.map(({ selected }) => selected)).toEqual([false, false, true]);
  });

  test('hides the domain field without domains', async () => {
    await open({ availableDomains: [] });
    expect(screen.queryByRole('combobox', { name: 'Domain' })).toBeNull();
  });

  test('signs in with the name and the selected domain', async () => {
    const { signIn, onSignedIn } = await open();
    await signIn();
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(1));
    expect(sentName()).toBe('company.admin@kestrelsports.com');
  });

  test('keeps a domain that was typed with the name', async () => {
    const { signIn, onSignedIn } = await open();
    await signIn('company.admin@kestrel.example');
    await waitFor(() => expect(onSignedIn).toHaveBeenCalled());
    expect(sentName()).toBe('company.admin@kestrel.example');
  });

  test('sends only the name if no domain is selected', async () => {
    const { signIn, user, onSignedIn } = await open();
    await user.selectOptions(screen.getByLabelText('Domain'), 'None');
    await signIn('global.admin');
    await waitFor(() => expect(onSignedIn).toHaveBeenCalled());
    expect(sentName()).toBe('global.admin');
  });

  test('shows required errors at each field and sends nothing', async () => {
    const { signIn, name } = await open();
    await signIn('', '');
    expect(screen.getAllByText(phrase('errors.field.required'))).toHaveLength(2);
    expect([document.activeElement, requests]).toEqual([name, []]);
  });

  test('blocks typed spaces, rejects a pasted one, and leaves those around a pasted name out', async () => {
    const { user, name, password, submit } = await open();
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
    expect(screen.getByText(phrase('errors.field.spaces'))).toBeDefined();
    expect(requests).toEqual([]);
    await user.clear(name);
    await user.paste(' ann\u00A0');
    await user.tab();
    expect([name, screen.queryByText('Invalid character used')]).toMatchObject([{ value: 'ann' }, null]);
  });

  test('accepts spaces in the password only, where the installation allows them', async () => {
    const configuration = document.createElement('meta');
    const content = JSON.stringify({ ...defaultRuntimeConfiguration, passwordSpaces: true });
    document.head.append(Object.assign(configuration, { name: 'portal', content }));
    resetRuntimeConfiguration();
    try {
      const { signIn, name, onSignedIn } = await open();
      await signIn('ann lee', 'four words and more');
      await waitFor(() => expect(onSignedIn).toHaveBeenCalled());
      expect(name).toHaveProperty('value', 'annlee');
      expect(atob((requests[0]!.body as Credentials).password)).toBe('four words and more');
    } finally {
      configuration.remove();
      resetRuntimeConfiguration();
    }
  });

  test('shows the password and hides it again', async () => {
    const { user, password } = await open();
    const toggle = screen.getByRole('button', { name: 'Show password' });
    await user.click(toggle);
    expect(password).toHaveProperty('type', 'text');
    await user.click(toggle);
    expect(password).toHaveProperty('type', 'password');
  });
});

describe('a failed sign-in', () => {
  test.each([
    ['signIn.wrong', 'Incorrect username or password.'],
    ['signIn.locked', 'User Lock! Please contact Administrator'],
    ['signIn.notAllowed', 'You are not allowed to logged in, please contact system admin'],
  ] as const)('shows %s in red and keeps the typed name', async (code, text) => {
    mockError(sessions.login, code);
    const { signIn, name } = await open();
    await signIn();
    const notice = await screen.findByRole('alert');
    expect([notice.textContent?.trim(), 'red' in notice.dataset]).toEqual([text, true]);
    expect(name).toHaveProperty('value', 'company.admin');
  });

  test('shows a lock in red by the server’s message', async () => {
    mockRawResponse(sessions.login, 400, { message: 'LockException: Message:User Lock! Please contact Administrator' });
    const { signIn } = await open();
    await signIn();
    expect('red' in (await screen.findByRole('alert')).dataset).toBe(true);
  });

  test('shows any other server message in grey', async () => {
    mockRawResponse(sessions.login, 400, { message: 'Exception: Message:The shop is shut' });
    const { signIn } = await open();
    await signIn();
    const notice = await screen.findByRole('alert');
    expect([notice.textContent, 'red' in notice.dataset]).toEqual(['The shop is shut', false]);
  });

  test.each([
    [400, {}, 'Invalid credentials. Please check and try again.'],
    [400, { message: 'Nothing usable' }, 'Invalid credentials. Please check and try again.'],
    [400, { message: 'Exception: Message:' }, 'Invalid credentials. Please check and try again.'],
    [502, {}, phrase('sessions.login.serverError')],
  ])('explains a status %i without a usable server message: %j', async (status, response, text) => {
    mockRawResponse(sessions.login, status, response);
    await (await open()).signIn();
    expect((await screen.findByRole('alert')).textContent).toBe(text);
  });

  test.each(['signIn.tooMany', 'service.busy'] as const)('shows %s in grey', async (code) => {
    mockError(sessions.login, code);
    const { signIn } = await open();
    await signIn();
    const notice = await screen.findByRole('alert');
    expect([notice.textContent, 'red' in notice.dataset]).toEqual([phrase(`errors.${code}`), false]);
  });

  test('clears the error on the next attempt', async () => {
    mockError(sessions.login, 'signIn.wrong');
    const { signIn, user, submit, onSignedIn } = await open();
    await signIn();
    await screen.findByRole('alert');
    mockResponse(sessions.login, createTokens());
    await user.click(submit);
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith('signedIn'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('translates a visible error when the language changes', async () => {
    mockError(sessions.login, 'signIn.wrong');
    const { signIn, user } = await open();
    await signIn();
    await screen.findByRole('alert');
    await user.selectOptions(screen.getByLabelText('Language'), 'Deutsch');
    expect(await screen.findByText('Benutzername oder Passwort ist falsch.')).toBeDefined();
  });
});

test('reports a forced password change to the page', async () => {
  mockResponse(sessions.logout, { ended: true });
  mockResponse(users.get, createUser({ manualPassword: false }));
  const { signIn, onSignedIn } = await open();
  await signIn('new.user');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith('mustChange'));
});

describe('before the page’s script has loaded', () => {
  test('keeps input typed into the form', async () => {
    const { name, password, user, onSignedIn } = await open({ typed: 'company.admin' });
    expect(name.value).toBe('company.admin');
    await user.type(password, 'Demo-portal-26{Enter}');
    await waitFor(() => expect(onSignedIn).toHaveBeenCalled());
    expect(sentName()).toBe('company.admin@kestrelsports.com');
  });

  test('submits a form that was already submitted', async () => {
    window.prefetched = { sent: true };
    await open();
    expect(screen.getAllByText(phrase('errors.field.required'))).toHaveLength(2);
    delete window.prefetched;
  });
});

describe('the sign-in page', () => {
  const branded = { ...defaultTheme, logoURL: '/files/logo.png' };
  const images = { landscapeImage: '/wide.jpg', portraitImage: '/tall.jpg' };
  test('shows a notice after a session timeout', async () => {
    await open({ timedOut: true });
    expect(screen.getByRole('alert').textContent).toBe('Session Timeout');
  });

  test('shows the vendor name only beside a customer’s logo', async () => {
    await open();
    expect(screen.queryByRole('img', { name: 'Storeward' })).toBeNull();
    await open({ theme: { ...defaultTheme, logoURLPortrait: '/files/logo.png' } });
    expect(screen.getByRole('img', { name: 'Portal logo' }).getAttribute('src')).toBe('/files/logo.png');
    expect(screen.getByRole('img', { name: 'Storeward' })).toBeDefined();
  });

  test('uses the default theme without a message if its own has no logo', async () => {
    await open({ theme: { ...branded, logoURL: null, loginBoxPosition: { landscape: 'left', portrait: 'top' } } });
    expect(document.documentElement.dataset['landscape']).toBe('center');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('shows the background image by window orientation if both are set and enabled', async () => {
    await open({ theme: { ...branded, backgroundImage: { status: true, ...images } } });
    const source = document.querySelector('source');
    expect([source?.media, source?.getAttribute('srcset')]).toEqual(['(orientation: landscape)', '/wide.jpg']);
    expect(document.querySelector('.scene img')?.getAttribute('src')).toBe('/tall.jpg');
    expect(document.querySelector('video')).toBeNull();
  });

  test.each([
    ['disabled', { status: false, ...images }],
    ['without the landscape image', { status: true, ...images, landscapeImage: null }],
    ['without the portrait image', { status: true, ...images, portraitImage: null }],
  ])('shows a looping video where the background images are %s', async (_, backgroundImage) => {
    await open({ theme: { ...branded, backgroundImage } });
    const video = document.querySelector('video');
    expect([video?.loop, video?.muted, video?.getAttribute('aria-hidden')]).toEqual([true, true, 'true']);
    expect(document.querySelector('picture')).toBeNull();
  });

  test('places the box as configured for each orientation', async () => {
    const page = document.documentElement.dataset;
    await open();
    expect([page['landscape'], page['portrait']]).toEqual(['center', 'center']);
    await open({ theme: { ...branded, loginBoxPosition: { landscape: 'left', portrait: 'bottom' } } });
    expect([page['landscape'], page['portrait']]).toEqual(['left', 'bottom']);
  });

  test('changes the language at once and stores it', async () => {
    const { user } = await open();
    await user.selectOptions(screen.getByLabelText('Language'), 'Deutsch');
    expect(await screen.findByRole('button', { name: 'Anmelden' })).toBeDefined();
    expect(document.title).toBe('Anmelden');
    expect(localStorage.getItem('APP_SETTING')).toContain('"language":"de"');
  });
});
