import { RoleId, roles } from '@storeward/contract/roles';
import { type Credentials, type Tokens, sessions } from '@storeward/contract/sessions';
import { type User, UserId, users } from '@storeward/contract/users';
import { ApiError, call } from './api.ts';
import { currentSession, keptState, nobody, ownUser, permissionsOf, put, take, usualModule } from './auth-state.ts';
import { dropDrafts } from './drafts.ts';
import { forceReset } from './forced-reset.ts';
import { rememberAddress, takeAddress } from './remembered-address.ts';
import { forgetEverything, forgetPerson, goToSignIn, loseSession } from './session-end.ts';
import { dropSeen, seen } from './seen.ts';
import { forget } from './storage.ts';
import { claimsOf, keepTokens, ownClaimsOf, tokens } from './tokens.ts';

/** How long somebody who leaves waits for what has to be told and forgotten, in milliseconds. */
const patience = 1500;

/** Everything that can happen to who is signed in: nine actions, and no other way to change it. */
export const auth = {
  /** Asks to be signed in; what failed before is forgotten. */
  async login(credentials: Credentials): Promise<void> {
    put({ ...nobody, signIn: 'pending' });
    try {
      await auth.loginSuccess(await call(sessions.login, { body: credentials }, { quiet: true }));
    } catch (fault) {
      auth.loginFail(fault);
      throw fault;
    }
  },

  /** Takes up the tokens, forgets the settings of whoever was here before, and asks who this is. */
  async loginSuccess(fresh: Tokens): Promise<void> {
    keepTokens(fresh);
    dropSeen();
    forget('CONFIGURATION');
    forget('ORG_CODE');
    put({ ...nobody, loggedIn: true });
    try {
      await auth.getUser({ quiet: true });
    } catch (fault) {
      // A session that nobody gets to see does not stay open either.
      await soon(tellServer());
      throw fault;
    }
  },

  /** Nobody is signed in, and it is known why. */
  loginFail(fault: unknown): void {
    forgetPerson();
    put({ ...nobody, signIn: fault instanceof ApiError ? fault.code : 'unknown' });
  },

  /** Reads who is signed in: somebody with a password of their own gets the rights of the chosen module, anybody else chooses one first. */
  async getUser(options: { quiet?: boolean } = {}): Promise<void> {
    const user = await readUser(options);
    if (user) admit(user, chosenModule());
  },

  /** Reads the person anew after their own record or role has changed; the rights of all modules count. */
  async refreshUser(): Promise<void> {
    const user = await readUser();
    if (user) admit(user);
  },

  /** Chooses a module: from now on its rights are what somebody may do. */
  async setUserPermission(shortName: string): Promise<void> {
    const user = await readUser();
    if (user) admit(user, shortName, shortName);
  },

  /** Asks for the modules of the role that the token names first; without an answer they stay as they are. */
  async loadModulesByRole(): Promise<void> {
    const asked = tokens();
    const { roleId } = asked ? claimsOf(asked) : {};
    if (!roleId) return;
    try {
      const modules = await call(roles.modules, { params: { id: RoleId.parse(roleId) } }, { quiet: true });
      if (currentSession().mustChange || ownRole() !== roleId) return;
      take({ ...currentSession(), userModules: modules.map(({ shortName }) => shortName) });
    } catch {
      return;
    }
  },

  /** Lets somebody do nothing but choose a password: no rights, no modules, one page. */
  forcePasswordReset: forceReset,

  /**
   * Ends the session on this device. Whoever means to leave takes all that was typed along; whoever was away too long
   * finds it again; whoever has chosen a first password stays to read that it is set, and has no session any longer.
   */
  async logout(why: 'meant' | 'away' | 'passwordSet' = 'meant'): Promise<void> {
    const held = tokens();
    const person = held ? ownClaimsOf(held).userId : currentSession().user?.id;
    const told = why === 'passwordSet' ? undefined : tellServer();
    if (why === 'away') {
      put(nobody);
      return loseSession();
    }
    await soon(Promise.all([told, dropDrafts(person)]));
    const address = why === 'passwordSet' ? takeAddress() : undefined;
    forgetEverything();
    put(nobody);
    if (address) rememberAddress(address);
    if (why === 'meant') goToSignIn();
  },
};

/** Without an answer the session ends by itself; on this device it ends now, and the page may close before the answer. */
async function tellServer(): Promise<void> {
  try {
    await call(sessions.logout, {}, { quiet: true, outlive: true });
  } catch {
    return;
  }
}

/** Waits for something, but not for ever: a network that is silent keeps nobody signed in. */
const soon = (work: Promise<unknown>) => Promise.race([work, new Promise((done) => setTimeout(done, patience))]);

/** The module that was chosen last, on this page or an earlier one. */
const chosenModule = () => (currentSession().user ? currentSession() : (keptState() ?? nobody)).module;

function admit(user: User, module?: string, chosen = chosenModule()): void {
  // whoever only looks has nothing to choose a password for
  if (!user.manualPassword && !seen()) return auth.forcePasswordReset(user);
  take({
    loggedIn: true,
    user: ownUser(user),
    userModules: user.userRole[0]?.modules.map(({ shortName }) => shortName) ?? [],
    permissions: permissionsOf(user, module),
    module: chosen || usualModule,
    ...(user.rootNode && { level: user.rootNode }),
  });
  // nothing on the screen waits for it
  void auth.loadModulesByRole();
}

/** Who is signed in, as the server tells it; nothing when somebody has signed out, or in as another, meanwhile. */
async function readUser(options: { quiet?: boolean } = {}): Promise<User | undefined> {
  const asked = ownId();
  const user = await call(users.get, { params: { id: UserId.parse(asked) } }, options);
  return ownId() === asked ? user : undefined;
}

function ownId(): string | undefined {
  const held = tokens();
  return held && claimsOf(held).userId;
}

function ownRole(): string | undefined {
  const held = tokens();
  return held && claimsOf(held).roleId;
}
