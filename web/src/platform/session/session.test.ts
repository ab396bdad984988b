import { sessions } from '@storeward/contract/sessions';
import { users } from '@storeward/contract/users';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type RecordedRequest, mockResponse, mockError, startMockServer } from '../../../test/mock-server.ts';
import { createUser, createTokens } from '../../../test/create-user.ts';
import {
  currentSession,
  resetSession,
  hasPermission,
  onSessionEndedInOtherTab,
  restoreSession,
  signIn,
  signOut,
} from './session.ts';
import { writeStored } from '../storage.ts';
import { storeTokens } from '../theme/tokens.ts';

const decoded = (text: string) => new TextDecoder().decode(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)));
let requests: RecordedRequest[] = [];

beforeEach(() => {
  requests = startMockServer();
  vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  mockResponse(sessions.login, createTokens());
  mockResponse(sessions.logout, { ended: true });
  mockResponse(users.get, createUser({ grantedPermissions: ['OM_DASHBOARD', 'LIST_USERS'] }));
});

afterEach(() => {
  resetSession();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

describe('signIn', () => {
  test('sends user name, password and host as base64 of UTF-8', async () => {
    await signIn('Żółkiewski@kestrelsports.com', 'pässwörd');
    const body = requests[0]?.body as Record<string, string>;
    expect(Object.values(body).map(decoded)).toEqual(['Żółkiewski@kestrelsports.com', 'pässwörd', location.host]);
  });

  test('stores the three tokens, but no contact data of the user', async () => {
    expect(await signIn('company.admin', 'secret')).toBe('signedIn');
    expect(Object.keys(JSON.parse(localStorage.getItem('SESSION')!))).toEqual([
      'accessToken',
      'idToken',
      'refreshToken',
    ]);
    expect(localStorage.getItem('AUTH')).not.toMatch(/@|phone|birth/i);
    expect(currentSession()).toMatchObject({ loggedIn: true, level: 'COMPANY', userModules: ['om'] });
  });

  test('applies the permissions of the organisation module and the first role only, without duplicates', async () => {
    const right = (associatePermission: string) => ({ shortName: 'x', associatePermission });
    const role = (id: string, shortName: string, name: string) => ({
      id,
      name: id,
      modules: [{ shortName, accessRights: [right(name), right(''), right(name.toLowerCase())] }],
    });
    mockResponse(users.get, {
      ...createUser(),
      userRole: [role('one', 'om', 'LIST_USERS'), role('two', 'om', 'EDIT_USER')],
    });
    await signIn('company.admin', 'secret');
    expect(currentSession().permissions).toEqual(['x', 'LIST_USERS']);
    expect([
      hasPermission(['LIST_USERS']),
      hasPermission(['EDIT_USER']),
      hasPermission(['LIST_USERS', 'EDIT_USER'], 'all'),
    ]).toEqual([true, false, false]);
    mockResponse(users.get, { ...createUser(), userRole: [role('one', 'sotk', 'LIST_USERS')] });
    await signIn('company.admin', 'secret');
    expect(currentSession().permissions).toEqual([]);
  });

  test('with a password set by an administrator keeps the session only for choosing a new one', async () => {
    mockResponse(users.get, createUser({ manualPassword: false, grantedPermissions: ['LIST_USERS'] }));
    expect(await signIn('new.user', 'secret')).toBe('mustChange');
    expect(currentSession()).toMatchObject({ loggedIn: true, mustChange: true, permissions: [], userModules: [] });
    expect(localStorage.getItem('SESSION')).not.toBeNull();
    expect(requests.map(({ path }) => path)).toEqual([
      '/user-management/login',
      `/user-management/users/${createUser().id}`,
    ]);
  });

  test('clears the session if the user cannot be loaded', async () => {
    mockError(users.get, 'user.unknown');
    await expect(signIn('company.admin', 'secret')).rejects.toMatchObject({ code: 'user.unknown' });
    expect(localStorage.getItem('SESSION')).toBeNull();
  });
});

describe('restoreSession', () => {
  test('restores the session from valid tokens', async () => {
    storeTokens(createTokens());
    expect(await restoreSession()).toMatchObject({ loggedIn: true, user: { firstName: 'Priya' } });
  });

  test('returns the stored user before the server has responded', async () => {
    await signIn('company.admin', 'secret');
    mockResponse(users.get, createUser({ firstName: 'Priyanka' }));
    const { user } = await restoreSession();
    expect(user?.firstName).toBe('Priya');
    await vi.waitFor(() => expect(currentSession().user?.firstName).toBe('Priyanka'));
  });

  test('restores no session from expired tokens', async () => {
    await signIn('company.admin', 'secret');
    writeStored('SESSION', createTokens(-5));
    expect(await restoreSession()).toMatchObject({ loggedIn: false, permissions: [] });
    expect(localStorage.getItem('AUTH')).toBeNull();
  });

  test('never restores the stored session of another user', async () => {
    await signIn('company.admin', 'secret');
    const otherUser = createUser({ id: '0199a000-0000-7000-8000-000000000002' as never, firstName: 'Tomasz' });
    mockResponse(users.get, otherUser);
    storeTokens(createTokens(3600, otherUser.id));
    expect((await restoreSession()).user?.firstName).toBe('Tomasz');
  });
});

test('signing out ends the session on the server and clears everything but the device settings', async () => {
  await signIn('company.admin', 'secret');
  writeStored('APP_SETTING', { language: 'de' });
  writeStored('ORG_CODE', 'KESTREL');
  sessionStorage.setItem('REDIRECT_URL', '/users');
  await signOut();
  expect(requests.at(-1)).toMatchObject({ method: 'POST', path: '/user-management/logout' });
  expect(Object.keys(localStorage)).toEqual(['APP_SETTING']);
  expect(sessionStorage).toHaveLength(0);
  expect(location.replace).toHaveBeenCalledWith('/login');
});

test('signing out works while the server is not reachable', async () => {
  await signIn('company.admin', 'secret');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await signOut();
  expect(localStorage.getItem('SESSION')).toBeNull();
});

describe('another tab', () => {
  const dispatchStorageEvent = (key: string, newValue: string | null = null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
  const onSessionEnd = vi.fn<(sessionEnd: string) => void>();
  onSessionEndedInOtherTab(onSessionEnd);

  beforeEach(async () => {
    onSessionEnd.mockClear();
    await signIn('company.admin', 'secret');
  });

  test('ignores another tab that stores settings or refreshes the tokens', async () => {
    const before = requests.length;
    dispatchStorageEvent('APP_SETTING');
    storeTokens(createTokens(3600, undefined, { refreshToken: 'renewed' }));
    dispatchStorageEvent('SESSION');
    expect([onSessionEnd.mock.calls.length, requests.length]).toEqual([0, before]);
  });

  test('ends the session when another tab loses it', () => {
    localStorage.removeItem('SESSION');
    dispatchStorageEvent('SESSION');
    expect(onSessionEnd).toHaveBeenCalledExactlyOnceWith('lost');
  });

  test('distinguishes a sign-out in another tab from a lost session', () => {
    localStorage.removeItem('SESSION');
    dispatchStorageEvent('LEAVING', 'true');
    dispatchStorageEvent('LEAVING');
    dispatchStorageEvent('SESSION');
    expect(onSessionEnd).toHaveBeenCalledExactlyOnceWith('signedOut');
  });

  test('ends the session when another tab signs in as another user', () => {
    storeTokens(createTokens(3600, '0199a000-0000-7000-8000-000000000002'));
    dispatchStorageEvent('SESSION');
    expect(onSessionEnd).toHaveBeenCalledExactlyOnceWith('otherUser');
  });

  test('updates the session when another tab signs in again as the same user', async () => {
    dispatchStorageEvent('SESSION');
    mockResponse(users.get, createUser({ firstName: 'Priyanka' }));
    storeTokens(createTokens(3600, undefined, { session: 'session-2' }));
    dispatchStorageEvent('SESSION');
    await vi.waitFor(() => expect(currentSession().user?.firstName).toBe('Priyanka'));
    expect(onSessionEnd).not.toHaveBeenCalled();
  });
});
