import { sessions } from '@storeward/contract/sessions';
import { users } from '@storeward/contract/users';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Heard, answer, refuse, startServer } from '../../test/answer.ts';
import { aPerson, someTokens } from '../../test/person.ts';
import { currentSession, drop, may, onOtherTab, restore, signIn, signOut } from './session.ts';
import { keep } from './storage.ts';
import { keepTokens } from './tokens.ts';

const decoded = (text: string) => new TextDecoder().decode(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)));
let heard: Heard[] = [];

beforeEach(() => {
  heard = startServer();
  vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  answer(sessions.login, someTokens());
  answer(sessions.logout, { ended: true });
  answer(users.get, aPerson({ may: ['OM_DASHBOARD', 'LIST_USERS'] }));
});

afterEach(() => {
  drop();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

describe('signing in', () => {
  test('sends name, password and host in base64, whatever the alphabet', async () => {
    await signIn('Żółkiewski@kestrelsports.com', 'pässwörd');
    const body = heard[0]?.body as Record<string, string>;
    expect(Object.values(body).map(decoded)).toEqual(['Żółkiewski@kestrelsports.com', 'pässwörd', location.host]);
  });

  test('keeps the three tokens, and of the person nothing that could reach them', async () => {
    expect(await signIn('company.admin', 'secret')).toBe('signedIn');
    expect(Object.keys(JSON.parse(localStorage.getItem('SESSION')!))).toEqual([
      'accessToken',
      'idToken',
      'refreshToken',
    ]);
    expect(localStorage.getItem('AUTH')).not.toMatch(/@|phone|birth/i);
    expect(currentSession()).toMatchObject({ loggedIn: true, level: 'COMPANY', userModules: ['om'] });
  });

  test('counts the rights of the organisation module only, of the first role only, each once', async () => {
    const right = (associatePermission: string) => ({ shortName: 'x', associatePermission });
    const role = (id: string, shortName: string, name: string) => ({
      id,
      name: id,
      modules: [{ shortName, accessRights: [right(name), right(''), right(name.toLowerCase())] }],
    });
    answer(users.get, { ...aPerson(), userRole: [role('one', 'om', 'LIST_USERS'), role('two', 'om', 'EDIT_USER')] });
    await signIn('company.admin', 'secret');
    expect(currentSession().permissions).toEqual(['x', 'LIST_USERS']);
    expect([may(['LIST_USERS']), may(['EDIT_USER']), may(['LIST_USERS', 'EDIT_USER'], 'all')]).toEqual([
      true,
      false,
      false,
    ]);
    answer(users.get, { ...aPerson(), userRole: [role('one', 'sotk', 'LIST_USERS')] });
    await signIn('company.admin', 'secret');
    expect(currentSession().permissions).toEqual([]);
  });

  test('with somebody else’s password keeps the session for choosing one, and nothing else', async () => {
    answer(users.get, aPerson({ manualPassword: false, may: ['LIST_USERS'] }));
    expect(await signIn('new.user', 'secret')).toBe('mustChange');
    expect(currentSession()).toMatchObject({ loggedIn: true, mustChange: true, permissions: [], userModules: [] });
    expect(localStorage.getItem('SESSION')).not.toBeNull();
    expect(heard.map(({ path }) => path)).toEqual(['/user-management/login', `/user-management/users/${aPerson().id}`]);
  });

  test('leaves nothing behind when the person cannot be read', async () => {
    refuse(users.get, 'user.unknown');
    await expect(signIn('company.admin', 'secret')).rejects.toMatchObject({ code: 'user.unknown' });
    expect(localStorage.getItem('SESSION')).toBeNull();
  });
});

describe('coming back', () => {
  test('with valid tokens needs no new sign-in', async () => {
    keepTokens(someTokens());
    expect(await restore()).toMatchObject({ loggedIn: true, user: { firstName: 'Priya' } });
  });

  test('shows who was signed in before the server has told it again', async () => {
    await signIn('company.admin', 'secret');
    answer(users.get, aPerson({ firstName: 'Priyanka' }));
    const { user } = await restore();
    expect(user?.firstName).toBe('Priya');
    await vi.waitFor(() => expect(currentSession().user?.firstName).toBe('Priyanka'));
  });

  test('with tokens past their time is nobody', async () => {
    await signIn('company.admin', 'secret');
    keep('SESSION', someTokens(-5));
    expect(await restore()).toMatchObject({ loggedIn: false, permissions: [] });
    expect(localStorage.getItem('AUTH')).toBeNull();
  });

  test('never shows one person what was kept of another', async () => {
    await signIn('company.admin', 'secret');
    const other = aPerson({ id: '0199a000-0000-7000-8000-000000000002' as never, firstName: 'Tomasz' });
    answer(users.get, other);
    keepTokens(someTokens(3600, other.id));
    expect((await restore()).user?.firstName).toBe('Tomasz');
  });
});

test('signing out tells the server and clears everything but the device’s own settings', async () => {
  await signIn('company.admin', 'secret');
  keep('APP_SETTING', { language: 'de' });
  keep('ORG_CODE', 'KESTREL');
  sessionStorage.setItem('REDIRECT_URL', '/users');
  await signOut();
  expect(heard.at(-1)).toMatchObject({ method: 'POST', path: '/user-management/logout' });
  expect(Object.keys(localStorage)).toEqual(['APP_SETTING']);
  expect(sessionStorage).toHaveLength(0);
  expect(location.replace).toHaveBeenCalledWith('/login');
});

test('signing out works while the server does not answer', async () => {
  await signIn('company.admin', 'secret');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await signOut();
  expect(localStorage.getItem('SESSION')).toBeNull();
});

describe('another tab', () => {
  const hear = (key: string, newValue: string | null = null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
  const left = vi.fn<(departure: string) => void>();
  onOtherTab(left);

  beforeEach(async () => {
    left.mockClear();
    await signIn('company.admin', 'secret');
  });

  test('that keeps its settings or renews the session changes nothing here', async () => {
    const before = heard.length;
    hear('APP_SETTING');
    keepTokens(someTokens(3600, undefined, { refreshToken: 'renewed' }));
    hear('SESSION');
    expect([left.mock.calls.length, heard.length]).toEqual([0, before]);
  });

  test('that loses the session takes this one along', () => {
    localStorage.removeItem('SESSION');
    hear('SESSION');
    expect(left).toHaveBeenCalledExactlyOnceWith('lost');
  });

  test('whose owner means to leave says so', () => {
    localStorage.removeItem('SESSION');
    hear('LEAVING', 'true');
    hear('LEAVING');
    hear('SESSION');
    expect(left).toHaveBeenCalledExactlyOnceWith('signedOut');
  });

  test('in which somebody else signs in leads out of this one', () => {
    keepTokens(someTokens(3600, '0199a000-0000-7000-8000-000000000002'));
    hear('SESSION');
    expect(left).toHaveBeenCalledExactlyOnceWith('somebodyElse');
  });

  test('in which the same person has signed in anew hands its session over', async () => {
    hear('SESSION');
    answer(users.get, aPerson({ firstName: 'Priyanka' }));
    keepTokens(someTokens(3600, undefined, { session: 'session-2' }));
    hear('SESSION');
    await vi.waitFor(() => expect(currentSession().user?.firstName).toBe('Priyanka'));
    expect(left).not.toHaveBeenCalled();
  });
});
