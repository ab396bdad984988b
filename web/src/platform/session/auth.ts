import { RoleId, roles } from '@storeward/contract/roles';
import { type Credentials, type Tokens, sessions } from '@storeward/contract/sessions';
import { type User, UserId, users } from '@storeward/contract/users';
import { ApiError, call } from '../api/api.ts';
import {
  currentSession,
  storedSession,
  signedOutState,
  toStoredUser,
  permissionsOf,
  shellPermissionsOf,
  setSession,
  storeSession,
  defaultModule,
} from './auth-state.ts';
import { deleteDrafts } from '../drafts.ts';
import { forcePasswordReset } from './forced-reset.ts';
import { storeRedirectUrl, takeRedirectUrl } from '../api/redirect-url.ts';
import { clearBrowserData, clearSession, goToSignIn, handleSessionLost } from './session-end.ts';
import { clearImpersonation, currentImpersonation } from './impersonation-state.ts';
import { clearStored } from '../storage.ts';
import { effectiveClaims, storeTokens, tokenClaims, tokens } from '../theme/tokens.ts';

/** How long signing out waits for the server and for the deletion of drafts, in milliseconds. */
const signOutTimeout = 1500;

/** The nine actions that change the session. Nothing else changes it. */
export const auth = {
  async login(credentials: Credentials): Promise<void> {
    setSession({ ...signedOutState, signIn: 'pending' });
    try {
      await auth.loginSuccess(await call(sessions.login, { body: credentials }, { quiet: true }));
    } catch (error) {
      auth.loginFail(error);
      throw error;
    }
  },

  /** Stores the tokens, clears the previous user's configuration and loads the user. */
  async loginSuccess(newTokens: Tokens): Promise<void> {
    storeTokens(newTokens);
    clearImpersonation();
    clearStored('CONFIGURATION');
    clearStored('ORG_CODE');
    setSession({ ...signedOutState, loggedIn: true });
    try {
      await auth.getUser({ quiet: true });
    } catch (error) {
      // If the user cannot be loaded, the new session is closed on the server as well.
      await withTimeout(endServerSession());
      throw error;
    }
  },

  loginFail(error: unknown): void {
    clearSession();
    setSession({ ...signedOutState, signIn: error instanceof ApiError ? error.code : 'unknown' });
  },

  /**
   * Loads the user. A user with a self-chosen password gets the permissions of the selected module; any other is sent
   * to the forced password change.
   */
  async getUser(options: { quiet?: boolean } = {}): Promise<void> {
    const user = await readUser(options);
    if (user) applyUser(user, selectedModule());
  },

  /** Reloads the user after their record or role has changed; the permissions of all modules apply. */
  async refreshUser(): Promise<void> {
    const user = await readUser();
    if (user) applyUser(user);
  },

  /** Selects the module whose permissions apply. */
  async setUserPermission(shortName: string): Promise<void> {
    const user = await readUser();
    if (user) applyUser(user, shortName, shortName);
  },

  /** Loads the modules of the first role in the token. On failure the current modules stay. */
  async loadModulesByRole(): Promise<void> {
    const currentTokens = tokens();
    const { roleId } = currentTokens ? effectiveClaims(currentTokens) : {};
    if (!roleId) return;
    try {
      const modules = await call(roles.modules, { params: { id: RoleId.parse(roleId) } }, { quiet: true });
      if (currentSession().mustChange || currentRoleId() !== roleId) return;
      storeSession({ ...currentSession(), userModules: modules.map(({ shortName }) => shortName) });
    } catch {
      return;
    }
  },

  /** Restricts the session to the forced password change: no permissions and no modules. */
  forcePasswordReset,

  /**
   * Ends the session on this device. `signOut` deletes the user's drafts, `idle` keeps them for the next sign-in, and
   * `passwordSet` stays on the page that confirms the new password.
   */
  async logout(reason: 'signOut' | 'idle' | 'passwordSet' = 'signOut'): Promise<void> {
    const currentTokens = tokens();
    const userId = currentTokens ? tokenClaims(currentTokens).userId : currentSession().user?.id;
    const serverSession = reason === 'passwordSet' ? undefined : endServerSession();
    if (reason === 'idle') {
      setSession(signedOutState);
      return handleSessionLost();
    }
    await withTimeout(Promise.all([serverSession, deleteDrafts(userId)]));
    const redirectUrl = reason === 'passwordSet' ? takeRedirectUrl() : undefined;
    clearBrowserData();
    setSession(signedOutState);
    if (redirectUrl) storeRedirectUrl(redirectUrl);
    if (reason === 'signOut') goToSignIn();
  },
};

/** Best effort: without a response the session expires by itself. The request outlives the page. */
async function endServerSession(): Promise<void> {
  try {
    await call(sessions.logout, {}, { quiet: true, keepalive: true });
  } catch {
    return;
  }
}

/** Waits for the work, at most `signOutTimeout`, so that an unresponsive network cannot prevent signing out. */
const withTimeout = (work: Promise<unknown>) =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, signOutTimeout))]);

/** The module selected last, on this page or before its reload. */
const selectedModule = () => (currentSession().user ? currentSession() : (storedSession() ?? signedOutState)).module;

function applyUser(user: User, module?: string, selected = selectedModule()): void {
  // During impersonation no password is to be chosen.
  if (!user.manualPassword && !currentImpersonation()) return auth.forcePasswordReset(user);
  storeSession({
    loggedIn: true,
    user: toStoredUser(user),
    userModules: user.userRole[0]?.modules.map(({ shortName }) => shortName) ?? [],
    permissions: permissionsOf(user, module),
    shellPermissions: shellPermissionsOf(user),
    module: selected || defaultModule,
    ...(user.rootNode && { level: user.rootNode }),
  });
  // Runs in the background; no screen depends on it.
  void auth.loadModulesByRole();
}

/** The signed-in user. `undefined` if the session has ended or changed to another user while the request ran. */
async function readUser(options: { quiet?: boolean } = {}): Promise<User | undefined> {
  const requestedId = currentUserId();
  const user = await call(users.get, { params: { id: UserId.parse(requestedId) } }, options);
  return currentUserId() === requestedId ? user : undefined;
}

function currentUserId(): string | undefined {
  const currentTokens = tokens();
  return currentTokens && effectiveClaims(currentTokens).userId;
}

function currentRoleId(): string | undefined {
  const currentTokens = tokens();
  return currentTokens && effectiveClaims(currentTokens).roleId;
}
