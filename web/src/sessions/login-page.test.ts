import { usualFacts } from '@storeward/contract/portal';
import { type Credentials, sessions } from '@storeward/contract/sessions';
import { defaultTheme } from '@storeward/contract/settings/theme';
import { users } from '@storeward/contract/users';
import { themes } from '@storeward/contract/themes';
import { screen, waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Heard, answer, answerRaw, refuse, startServer } from '../../test/answer.ts';
import { aPerson, someTokens } from '../../test/person.ts';
import { layOutSignInPage } from '../../test/sign-in-page.ts';
import { loadSignInPhrases } from '../platform/catalogues.ts';
import { startSpeaking } from '../platform/i18n.ts';
import { forgetFacts } from '../platform/portal-facts.ts';
import { openLoginForm } from './login-form.ts';
import { dressPage, speakOnPage } from './login-page.ts';

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

async function open({ theme = defaultTheme, known = domains, timedOut = false, typed = '' } = {}) {
  answer(themes.ofHost, theme);
  const form = layOutSignInPage();
  const user = userEvent.setup();
  const name = screen.getByLabelText<HTMLInputElement>('Username');
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  const submit = screen.getByRole('button', { name: 'Login' });
  name.value = typed;
  const onSignedIn = vi.fn<(how: string) => void>();
  await dressPage();
  speakOnPage();
  openLoginForm(form, { domains: Promise.resolve(known), timedOut, onSignedIn });
  if (known.length > 0) await screen.findByRole('option', { name: /^@/, selected: true });
  heard.length = 0;
  const signIn = async (typed = 'company.admin', secret = 'Demo-portal-26') => {
    if (typed) await user.type(name, typed);
    if (secret) await user.type(password, secret);
    await user.click(submit);
  };
  return { user, onSignedIn, name, password, submit, signIn };
}

const sentName = () => atob((heard.find(({ path }) => path.endsWith('/login'))!.body as Credentials).username);

describe('the form', () => {
  test('offers the domains, the usual one chosen, and none at all', async () => {
    await open();
    const options = screen.getAllByRole<HTMLOptionElement>('option').filter(({ lang }) => !lang);
    expect(options.map(({ text, selected }) => [text, selected])).toEqual([
      ['None', false],
      ['@kestrel.example', false],
      ['@kestrelsports.com', true],
    ]);
  });

  test('asks for no domain where there is none', async () => {
    await open({ known: [] });
    expect(screen.queryByRole('combobox', { name: 'Domain' })).toBeNull();
  });

  test('signs in with the name and the chosen domain', async () => {
    const { signIn, onSignedIn } = await open();
    await signIn();
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(1));
    expect(sentName()).toBe('company.admin@kestrelsports.com');
  });

  test('takes a domain that is typed along as it is', async () => {
    const { signIn, onSignedIn } = await open();
    await signIn('company.admin@kestrel.example');
    await waitFor(() => expect(onSignedIn).toHaveBeenCalled());
    expect(sentName()).toBe('company.admin@kestrel.example');
  });

  test('sends the name alone when no domain is chosen', async () => {
    const { signIn, user, onSignedIn } = await open();
    await user.selectOptions(screen.getByLabelText('Domain'), 'None');
    await signIn('global.admin');
    await waitFor(() => expect(onSignedIn).toHaveBeenCalled());
    expect(sentName()).toBe('global.admin');
  });

  test('says under each field what is missing, and sends nothing', async () => {
    const { signIn, name } = await open();
    await signIn('', '');
    expect(screen.getAllByText('This field is required')).toHaveLength(2);
    expect([document.activeElement, heard]).toEqual([name, []]);
  });

  test('takes no space from the keyboard, and refuses a pasted one', async () => {
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
    expect(screen.getByText('Spaces are not allowed here')).toBeDefined();
    expect(heard).toEqual([]);
  });

  test('takes spaces in the password, and in it alone, where the installation allows them', async () => {
    const facts = document.createElement('meta');
    Object.assign(facts, { name: 'portal', content: JSON.stringify({ ...usualFacts, passwordSpaces: true }) });
    document.head.append(facts);
    forgetFacts();
    try {
      const { signIn, name, onSignedIn } = await open();
      await signIn('ann lee', 'four words and more');
      await waitFor(() => expect(onSignedIn).toHaveBeenCalled());
      expect(name).toHaveProperty('value', 'annlee');
      expect(atob((heard[0]!.body as Credentials).password)).toBe('four words and more');
    } finally {
      facts.remove();
      forgetFacts();
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

describe('a failure', () => {
  test.each([
    ['signIn.wrong', 'Incorrect username or password.'],
    ['signIn.locked', 'User Lock! Please contact Administrator'],
    ['signIn.notAllowed', 'You are not allowed to logged in, please contact system admin'],
  ] as const)('%s is told in red, and the typed name stays', async (code, words) => {
    refuse(sessions.login, code);
    const { signIn, name } = await open();
    await signIn();
    const notice = await screen.findByRole('alert');
    expect([notice.textContent?.trim(), 'red' in notice.dataset]).toEqual([words, true]);
    expect(name).toHaveProperty('value', 'company.admin');
  });

  test('a lock is told in red, by the server’s own words', async () => {
    answerRaw(sessions.login, 400, { message: 'LockException: Message:User Lock! Please contact Administrator' });
    const { signIn } = await open();
    await signIn();
    expect('red' in (await screen.findByRole('alert')).dataset).toBe(true);
  });

  test('any other words of the server are told in grey', async () => {
    answerRaw(sessions.login, 400, { message: 'Exception: Message:The shop is shut' });
    const { signIn } = await open();
    await signIn();
    const notice = await screen.findByRole('alert');
    expect([notice.textContent, 'red' in notice.dataset]).toEqual(['The shop is shut', false]);
  });

  test.each([{}, { message: 'Nothing usable' }, { message: 'Exception: Message:' }])(
    'without usable words is never silent: %j',
    async (told) => {
      answerRaw(sessions.login, 400, told);
      const { signIn } = await open();
      await signIn();
      expect((await screen.findByRole('alert')).textContent).toBe('Invalid credentials. Please check and try again.');
    },
  );

  test.each([
    ['signIn.tooMany', 'Too many tries from your address. Wait a quarter of an hour.'],
    ['service.busy', 'Too much is going on just now. Try again in a moment.'],
  ] as const)('%s is told in grey', async (code, words) => {
    refuse(sessions.login, code);
    const { signIn } = await open();
    await signIn();
    const notice = await screen.findByRole('alert');
    expect([notice.textContent, 'red' in notice.dataset]).toEqual([words, false]);
  });

  test('is forgotten with the next try', async () => {
    refuse(sessions.login, 'signIn.wrong');
    const { signIn, user, submit, onSignedIn } = await open();
    await signIn();
    await screen.findByRole('alert');
    answer(sessions.login, someTokens());
    await user.click(submit);
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith('signedIn'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('speaks the language that is chosen while it stands', async () => {
    refuse(sessions.login, 'signIn.wrong');
    const { signIn, user } = await open();
    await signIn();
    await screen.findByRole('alert');
    await user.selectOptions(screen.getByLabelText('Language'), 'Deutsch');
    expect(await screen.findByText('Benutzername oder Passwort ist falsch.')).toBeDefined();
  });
});

test('a password that has to be changed first is told to the page', async () => {
  answer(sessions.logout, { ended: true });
  answer(users.get, aPerson({ manualPassword: false }));
  const { signIn, onSignedIn } = await open();
  await signIn('new.user');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith('mustChange'));
});

describe('before the page’s own code is here', () => {
  test('the form can be typed into, and keeps what was typed', async () => {
    const { name, password, user, onSignedIn } = await open({ typed: 'company.admin' });
    expect(name.value).toBe('company.admin');
    await user.type(password, 'Demo-portal-26{Enter}');
    await waitFor(() => expect(onSignedIn).toHaveBeenCalled());
    expect(sentName()).toBe('company.admin@kestrelsports.com');
  });

  test('a form that was sent already is sent then', async () => {
    window.askedAhead = { sent: true };
    await open();
    expect(screen.getAllByText('This field is required')).toHaveLength(2);
    delete window.askedAhead;
  });
});

describe('the page', () => {
  test('says that a session was lost', async () => {
    await open({ timedOut: true });
    expect(screen.getByRole('alert').textContent).toBe('Session Timeout');
  });

  test('names its maker only beside a customer’s logo', async () => {
    await open();
    expect(screen.queryByRole('img', { name: 'Storeward' })).toBeNull();
    await open({ theme: { ...defaultTheme, logoURLPortrait: '/files/logo.png' } });
    expect(screen.getByRole('img', { name: 'Logo of this portal' }).getAttribute('src')).toBe('/files/logo.png');
    expect(screen.getByRole('img', { name: 'Storeward' })).toBeDefined();
  });

  const branded = { ...defaultTheme, logoURL: '/files/logo.png' };

  test('wears the usual theme where its own has no logo, and says nothing of it', async () => {
    await open({ theme: { ...branded, logoURL: null, loginBoxPosition: { landscape: 'left', portrait: 'top' } } });
    expect(document.documentElement.dataset['landscape']).toBe('center');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  const pictures = { landscapeImage: '/wide.jpg', portraitImage: '/tall.jpg' };

  test('shows the picture for the shape of the window when both are there and switched on', async () => {
    await open({ theme: { ...branded, backgroundImage: { status: true, ...pictures } } });
    const wide = document.querySelector('source');
    expect([wide?.media, wide?.getAttribute('srcset')]).toEqual(['(orientation: landscape)', '/wide.jpg']);
    expect(document.querySelector('.scene img')?.getAttribute('src')).toBe('/tall.jpg');
    expect(document.querySelector('video')).toBeNull();
  });

  test.each([
    ['switched off', { status: false, ...pictures }],
    ['without the one', { status: true, ...pictures, landscapeImage: null }],
    ['without the other', { status: true, ...pictures, portraitImage: null }],
  ])('shows a film that begins anew for ever where the pictures are %s', async (_, backgroundImage) => {
    await open({ theme: { ...branded, backgroundImage } });
    const film = document.querySelector('video');
    expect([film?.loop, film?.muted, film?.getAttribute('aria-hidden')]).toEqual([true, true, 'true']);
    expect(document.querySelector('picture')).toBeNull();
  });

  test('puts the box where the organisation wants it, for each shape of the window', async () => {
    const page = document.documentElement.dataset;
    await open();
    expect([page['landscape'], page['portrait']]).toEqual(['center', 'center']);
    await open({ theme: { ...branded, loginBoxPosition: { landscape: 'left', portrait: 'bottom' } } });
    expect([page['landscape'], page['portrait']]).toEqual(['left', 'bottom']);
  });

  test('changes language at once, and for the next time', async () => {
    const { user } = await open();
    await user.selectOptions(screen.getByLabelText('Language'), 'Deutsch');
    expect(await screen.findByRole('button', { name: 'Anmelden' })).toBeDefined();
    expect(document.title).toBe('Anmelden');
    expect(localStorage.getItem('APP_SETTING')).toContain('"language":"de"');
  });
});
