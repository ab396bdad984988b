import type { Permission } from '@storeward/contract/access';
import { type RoleModule, roles } from '@storeward/contract/roles';
import { sessions } from '@storeward/contract/sessions';
import { type User, users } from '@storeward/contract/users';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type RecordedRequest, mockResponse, mockError, startMockServer } from '../../../test/mock-server.ts';
import { createUser, createTokens } from '../../../test/create-user.ts';
import { auth } from './auth.ts';
import { currentSession, signedOutState, setSession } from './auth-state.ts';
import { ApiError } from '../api/api.ts';
import { writeStored } from '../storage.ts';
import { storeTokens } from '../theme/tokens.ts';

const credentials = { username: 'bmFtZQ==', password: 'c2VjcmV0', domainName: 'aG9zdA==' };
const right = (name: Permission) => ({ shortName: name.toLowerCase(), associatePermission: name });
const rolesWithModules: User['userRole'] = [
  {
    id: '0199a000-0000-7000-8000-00000000000a',
    name: 'Store manager',
    modules: [
      { shortName: 'om', accessRights: [right('LIST_USERS')] },
      { shortName: 'sotk', accessRights: [right('LIST_SETTING')] },
    ],
  },
];
let requests: RecordedRequest[] = [];

beforeEach(() => {
  requests = startMockServer();
  vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  mockResponse(sessions.login, createTokens());
  mockResponse(sessions.logout, { ended: true });
  mockResponse(users.get, createUser({ userRole: rolesWithModules }));
});

afterEach(() => {
  setSession(signedOutState);
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const signInUser = async () => {
  storeTokens(createTokens());
  await auth.getUser();
};

test('auth offers exactly nine actions to change the session', () => {
  expect(Object.keys(auth).sort()).toEqual([
    'forcePasswordReset',
    'getUser',
    'loadModulesByRole',
    'login',
    'loginFail',
    'loginSuccess',
    'logout',
    'refreshUser',
    'setUserPermission',
  ]);
});

test('login clears the previous failure and sends the credentials', async () => {
  auth.loginFail(new ApiError(0));
  const signingIn = auth.login(credentials);
  expect(currentSession()).toMatchObject({ loggedIn: false, signIn: 'pending' });
  await signingIn;
  expect(requests[0]).toMatchObject({ method: 'POST', path: '/user-management/login', body: credentials });
  expect(currentSession()).toMatchObject({ loggedIn: true, user: { firstName: 'Priya' } });
  expect(currentSession().signIn).toBeUndefined();
});

test('loginSuccess stores the tokens, clears the previous user’s configuration and loads the user', async () => {
  writeStored('CONFIGURATION', { user: 'other-user', countries: [] });
  writeStored('ORG_CODE', 'OLD');
  await auth.loginSuccess(createTokens());
  expect(localStorage.getItem('SESSION')).not.toBeNull();
  expect([localStorage.getItem('CONFIGURATION'), localStorage.getItem('ORG_CODE')]).toEqual([null, null]);
  expect(requests[0]).toMatchObject({ method: 'GET', path: `/user-management/users/${createUser().id}` });
  expect(currentSession().loggedIn).toBe(true);
});

test('loginFail leaves the session signed out, with the reason', async () => {
  mockError(sessions.login, 'signIn.wrong');
  await expect(auth.login(credentials)).rejects.toMatchObject({ code: 'signIn.wrong' });
  expect(currentSession()).toEqual({ ...signedOutState, signIn: 'signIn.wrong' });
  expect(localStorage.getItem('SESSION')).toBeNull();
});

test('a new session is also closed on the server if its user cannot be loaded', async () => {
  mockError(users.get, 'service.unavailable');
  await expect(auth.login(credentials)).rejects.toMatchObject({ code: 'service.unavailable' });
  expect(requests.at(-1)).toMatchObject({ method: 'POST', path: '/user-management/logout' });
  expect(requests.at(-1)?.headers.get('authorization')).toMatch(/^Bearer /);
  expect([localStorage.getItem('SESSION'), currentSession().loggedIn]).toEqual([null, false]);
});

test('getUser stores the user with the permissions of organisation management', async () => {
  await signInUser();
  expect(currentSession()).toMatchObject({ permissions: ['list_users', 'LIST_USERS'], level: 'COMPANY', module: 'om' });
  expect(localStorage.getItem('AUTH')).toContain('Priya');
});

test('refreshUser reloads the user, with the permissions of all modules', async () => {
  await signInUser();
  mockResponse(users.get, createUser({ userRole: rolesWithModules, firstName: 'Priyanka' }));
  await auth.refreshUser();
  expect(currentSession().user?.firstName).toBe('Priyanka');
  expect(currentSession().permissions).toEqual(['list_users', 'LIST_USERS', 'list_setting', 'LIST_SETTING']);
  expect(currentSession().module).toBe('om');
});

describe('setUserPermission', () => {
  test('setUserPermission reloads the user with the permissions of one module, and keeps the module after a page reload', async () => {
    await signInUser();
    await auth.setUserPermission('sotk');
    expect(currentSession()).toMatchObject({ permissions: ['list_setting', 'LIST_SETTING'], module: 'sotk' });
    setSession(signedOutState);
    await auth.getUser();
    expect(currentSession()).toMatchObject({ permissions: ['list_setting', 'LIST_SETTING'], module: 'sotk' });
    await auth.setUserPermission('om');
    expect(currentSession()).toMatchObject({ permissions: ['list_users', 'LIST_USERS'], module: 'om' });
  });
});

test('forcePasswordReset removes all permissions and modules, stores the current URL and opens the password page', async () => {
  await signInUser();
  window.history.replaceState(null, '', '/users?size=5');
  auth.forcePasswordReset();
  expect(currentSession()).toMatchObject({ loggedIn: true, mustChange: true, permissions: [], userModules: [] });
  expect(location.replace).toHaveBeenCalledWith('/reset-password');
  expect(sessionStorage.getItem('REDIRECT_URL')).toBe('/users?size=5');
  window.history.replaceState(null, '', '/');
});

describe('loadModulesByRole', () => {
  const roleId = '0199a000-0000-7000-8000-0000000000aa';
  const storeTokensWithRole = () =>
    storeTokens(createTokens(3600, undefined, { claims: { 'custom:roles': `["${roleId}","other"]` } }));

  test('loads the modules of the first role in the token', async () => {
    storeTokensWithRole();
    mockResponse(roles.modules, [{ shortName: 'rj', accessRights: [] }]);
    await auth.getUser();
    await vi.waitFor(() => expect(currentSession().userModules).toEqual(['rj']));
    expect(requests.at(-1)).toMatchObject({ method: 'GET', path: `/role-management/roles/modules/${roleId}` });
  });

  test('keeps the modules without an error if the request for them fails', async () => {
    storeTokensWithRole();
    await auth.getUser();
    await auth.loadModulesByRole();
    expect(currentSession().userModules).toEqual(['om', 'sotk']);
  });

  test('ignores the modules if the user has signed out meanwhile', async () => {
    storeTokensWithRole();
    await auth.getUser();
    const response = Promise.withResolvers<RoleModule[]>();
    mockResponse(roles.modules, () => response.promise);
    const loading = auth.loadModulesByRole();
    await auth.logout();
    response.resolve([{ shortName: 'rj', accessRights: [] }]);
    await loading;
    expect(currentSession()).toEqual(signedOutState);
  });
});

describe('logout', () => {
  test('logout ends the session on the server and clears everything but the device settings', async () => {
    await signInUser();
    sessionStorage.setItem('REDIRECT_URL', '/users');
    await auth.logout();
    expect(requests.at(-1)).toMatchObject({ method: 'POST', path: '/user-management/logout' });
    expect(currentSession()).toEqual(signedOutState);
    expect([Object.keys(localStorage), sessionStorage.length]).toEqual([['APP_SETTING'], 0]);
    expect(location.replace).toHaveBeenCalledWith('/login');
  });

  test('logout waits no longer than its timeout for a silent network', async () => {
    await signInUser();
    mockResponse(sessions.logout, () => new Promise(() => undefined));
    vi.useFakeTimers();
    try {
      const signingOut = auth.logout();
      await vi.advanceTimersByTimeAsync(1500);
      await signingOut;
    } finally {
      vi.useRealTimers();
    }
    expect([localStorage.getItem('SESSION'), currentSession()]).toEqual([null, signedOutState]);
    expect(location.replace).toHaveBeenCalledWith('/login');
  });

  test('logout after an idle timeout removes the tokens at once and stores the current URL', async () => {
    await signInUser();
    window.history.replaceState(null, '', '/users');
    await auth.logout('idle');
    expect([localStorage.getItem('SESSION'), sessionStorage.getItem('REDIRECT_URL')]).toEqual([null, '/users']);
    expect(requests.at(-1)).toMatchObject({ path: '/user-management/logout' });
    window.history.replaceState(null, '', '/');
  });

  test('logout after a first password sends no request, stays on the page and keeps the redirect URL', async () => {
    await signInUser();
    sessionStorage.setItem('REDIRECT_URL', '/users');
    const before = requests.length;
    await auth.logout('passwordSet');
    expect([requests.length, localStorage.getItem('SESSION')]).toEqual([before, null]);
    expect(sessionStorage.getItem('REDIRECT_URL')).toBe('/users');
    expect(location.replace).not.toHaveBeenCalled();
  });
});
