import type { Permission } from '@storeward/contract/access';
import { type RoleModule, roles } from '@storeward/contract/roles';
import { sessions } from '@storeward/contract/sessions';
import { type User, users } from '@storeward/contract/users';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Heard, answer, refuse, startServer } from '../../test/answer.ts';
import { aPerson, someTokens } from '../../test/person.ts';
import { auth } from './auth.ts';
import { currentSession, nobody, put } from './auth-state.ts';
import { ApiError } from './api.ts';
import { keep } from './storage.ts';
import { keepTokens } from './tokens.ts';

const credentials = { username: 'bmFtZQ==', password: 'c2VjcmV0', domainName: 'aG9zdA==' };
const right = (name: Permission) => ({ shortName: name.toLowerCase(), associatePermission: name });
const inModules: User['userRole'] = [
  {
    id: '0199a000-0000-7000-8000-00000000000a',
    name: 'Store manager',
    modules: [
      { shortName: 'om', accessRights: [right('LIST_USERS')] },
      { shortName: 'sotk', accessRights: [right('LIST_SETTING')] },
    ],
  },
];
let heard: Heard[] = [];

beforeEach(() => {
  heard = startServer();
  vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  answer(sessions.login, someTokens());
  answer(sessions.logout, { ended: true });
  answer(users.get, aPerson({ userRole: inModules }));
});

afterEach(() => {
  put(nobody);
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const inside = async () => {
  keepTokens(someTokens());
  await auth.getUser();
};

test('there are nine actions, and no other way to change who is signed in', () => {
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

test('login forgets what failed before, and asks the server', async () => {
  auth.loginFail(new ApiError(0));
  const asked = auth.login(credentials);
  expect(currentSession()).toMatchObject({ loggedIn: false, signIn: 'pending' });
  await asked;
  expect(heard[0]).toMatchObject({ method: 'POST', path: '/user-management/login', body: credentials });
  expect(currentSession()).toMatchObject({ loggedIn: true, user: { firstName: 'Priya' } });
  expect(currentSession().signIn).toBeUndefined();
});

test('login success takes up the tokens, drops the settings of whoever was here, and asks who this is', async () => {
  keep('CONFIGURATION', { user: 'somebody', countries: [] });
  keep('ORG_CODE', 'OLD');
  await auth.loginSuccess(someTokens());
  expect(localStorage.getItem('SESSION')).not.toBeNull();
  expect([localStorage.getItem('CONFIGURATION'), localStorage.getItem('ORG_CODE')]).toEqual([null, null]);
  expect(heard[0]).toMatchObject({ method: 'GET', path: `/user-management/users/${aPerson().id}` });
  expect(currentSession().loggedIn).toBe(true);
});

test('login fail leaves nobody signed in, and the reason', async () => {
  refuse(sessions.login, 'signIn.wrong');
  await expect(auth.login(credentials)).rejects.toMatchObject({ code: 'signIn.wrong' });
  expect(currentSession()).toEqual({ ...nobody, signIn: 'signIn.wrong' });
  expect(localStorage.getItem('SESSION')).toBeNull();
});

test('a session of which nobody can be told whose it is ends on the server too', async () => {
  refuse(users.get, 'service.unavailable');
  await expect(auth.login(credentials)).rejects.toMatchObject({ code: 'service.unavailable' });
  expect(heard.at(-1)).toMatchObject({ method: 'POST', path: '/user-management/logout' });
  expect(heard.at(-1)?.headers.get('authorization')).toMatch(/^Bearer /);
  expect([localStorage.getItem('SESSION'), currentSession().loggedIn]).toEqual([null, false]);
});

test('get user takes up the person with the rights of organisation management', async () => {
  await inside();
  expect(currentSession()).toMatchObject({ permissions: ['list_users', 'LIST_USERS'], level: 'COMPANY', module: 'om' });
  expect(localStorage.getItem('AUTH')).toContain('Priya');
});

test('refresh user reads the person anew, with the rights of all modules', async () => {
  await inside();
  answer(users.get, aPerson({ userRole: inModules, firstName: 'Priyanka' }));
  await auth.refreshUser();
  expect(currentSession().user?.firstName).toBe('Priyanka');
  expect(currentSession().permissions).toEqual(['list_users', 'LIST_USERS', 'list_setting', 'LIST_SETTING']);
  expect(currentSession().module).toBe('om');
});

describe('set user permission', () => {
  test('reads the person anew, with the rights of one module, which a reload remembers', async () => {
    await inside();
    await auth.setUserPermission('sotk');
    expect(currentSession()).toMatchObject({ permissions: ['list_setting', 'LIST_SETTING'], module: 'sotk' });
    put(nobody);
    await auth.getUser();
    expect(currentSession()).toMatchObject({ permissions: ['list_setting', 'LIST_SETTING'], module: 'sotk' });
    await auth.setUserPermission('om');
    expect(currentSession()).toMatchObject({ permissions: ['list_users', 'LIST_USERS'], module: 'om' });
  });
});

test('force password reset takes all rights and modules, remembers the screen, and leads to the one page', async () => {
  await inside();
  window.history.replaceState(null, '', '/users?size=5');
  auth.forcePasswordReset();
  expect(currentSession()).toMatchObject({ loggedIn: true, mustChange: true, permissions: [], userModules: [] });
  expect(location.replace).toHaveBeenCalledWith('/reset-password');
  expect(sessionStorage.getItem('REDIRECT_URL')).toBe('/users?size=5');
  window.history.replaceState(null, '', '/');
});

describe('load modules by role', () => {
  const roleId = '0199a000-0000-7000-8000-0000000000aa';
  const named = () => keepTokens(someTokens(3600, undefined, { claims: { 'custom:roles': `["${roleId}","other"]` } }));

  test('asks for those of the role that the token names first', async () => {
    named();
    answer(roles.modules, [{ shortName: 'rj', accessRights: [] }]);
    await auth.getUser();
    await vi.waitFor(() => expect(currentSession().userModules).toEqual(['rj']));
    expect(heard.at(-1)).toMatchObject({ method: 'GET', path: `/role-management/roles/modules/${roleId}` });
  });

  test('leaves them as they are without an answer, and says nothing of it', async () => {
    named();
    await auth.getUser();
    await auth.loadModulesByRole();
    expect(currentSession().userModules).toEqual(['om', 'sotk']);
  });

  test('gives nobody modules who has left meanwhile', async () => {
    named();
    await auth.getUser();
    const asked = Promise.withResolvers<RoleModule[]>();
    answer(roles.modules, () => asked.promise);
    const loading = auth.loadModulesByRole();
    await auth.logout();
    asked.resolve([{ shortName: 'rj', accessRights: [] }]);
    await loading;
    expect(currentSession()).toEqual(nobody);
  });
});

describe('logout', () => {
  test('tells the server and leaves nothing but the device’s own settings', async () => {
    await inside();
    sessionStorage.setItem('REDIRECT_URL', '/users');
    await auth.logout();
    expect(heard.at(-1)).toMatchObject({ method: 'POST', path: '/user-management/logout' });
    expect(currentSession()).toEqual(nobody);
    expect([Object.keys(localStorage), sessionStorage.length]).toEqual([['APP_SETTING'], 0]);
    expect(location.replace).toHaveBeenCalledWith('/login');
  });

  test('waits for a silent network no longer than a moment', async () => {
    await inside();
    answer(sessions.logout, () => new Promise(() => undefined));
    vi.useFakeTimers();
    try {
      const left = auth.logout();
      await vi.advanceTimersByTimeAsync(1500);
      await left;
    } finally {
      vi.useRealTimers();
    }
    expect([localStorage.getItem('SESSION'), currentSession()]).toEqual([null, nobody]);
    expect(location.replace).toHaveBeenCalledWith('/login');
  });

  test('of somebody who was away removes the tokens at once, and remembers the screen', async () => {
    await inside();
    window.history.replaceState(null, '', '/users');
    await auth.logout('away');
    expect([localStorage.getItem('SESSION'), sessionStorage.getItem('REDIRECT_URL')]).toEqual([null, '/users']);
    expect(heard.at(-1)).toMatchObject({ path: '/user-management/logout' });
    window.history.replaceState(null, '', '/');
  });

  test('after a first password asks nobody, stays on the page, and keeps the remembered screen', async () => {
    await inside();
    sessionStorage.setItem('REDIRECT_URL', '/users');
    const before = heard.length;
    await auth.logout('passwordSet');
    expect([heard.length, localStorage.getItem('SESSION')]).toEqual([before, null]);
    expect(sessionStorage.getItem('REDIRECT_URL')).toBe('/users');
    expect(location.replace).not.toHaveBeenCalled();
  });
});
