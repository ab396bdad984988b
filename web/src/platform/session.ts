import { type NodeType, type Permission, permits } from '@storeward/contract/access';
import { type Credentials, sessions } from '@storeward/contract/sessions';
import { type User, UserId, users } from '@storeward/contract/users';
import { useSyncExternalStore } from 'react';
import { call } from './api.ts';
import { forgetEverything, forgetPerson, goToSignIn } from './session-end.ts';
import { keep, kept } from './storage.ts';
import { claimsOf, keepTokens, tokens } from './tokens.ts';

/** What the browser keeps of whoever is signed in: no e-mail, no phone, no birth date. */
export type OwnUser = Pick<
  User,
  | 'id'
  | 'userName'
  | 'firstName'
  | 'lastName'
  | 'language'
  | 'profilePicture'
  | 'rootNodeId'
  | 'rootNode'
  | 'dashboardAccess'
> & { roleName: string; organizationName: string };

/** Who is signed in, in which modules they work, and what they may do. */
export type SessionState = {
  readonly loggedIn: boolean;
  readonly user?: OwnUser;
  readonly userModules: readonly string[];
  readonly permissions: readonly string[];
  readonly level?: NodeType;
};

const nobody: SessionState = { loggedIn: false, userModules: [], permissions: [] };
const listeners = new Set<() => void>();
let state = nobody;

/** Who is signed in at this moment. */
export const currentSession = (): SessionState => state;

/** Who is signed in, for a part of the screen that follows. */
export const useSession = (): SessionState => useSyncExternalStore(listen, currentSession);

/** Whether whoever is signed in holds any (or all) of these permissions. */
export const may = (wanted: readonly Permission[], mode: 'any' | 'all' = 'any'): boolean =>
  permits(state.permissions, wanted, mode);

/** Signs somebody in by the name they typed; `mustChange` means that the password has to be changed first, and nobody is signed in. */
export async function signIn(userName: string, password: string): Promise<'signedIn' | 'mustChange'> {
  const body: Credentials = {
    username: base64(userName),
    password: base64(password),
    domainName: base64(location.host),
  };
  keepTokens(await call(sessions.login, { body }, { quiet: true }));
  try {
    const own = await ownUser({ quiet: true });
    if (own.manualPassword) {
      take(stateOf(own));
      return 'signedIn';
    }
    await call(sessions.logout, {}, { quiet: true });
  } catch (fault) {
    drop();
    throw fault;
  }
  drop();
  return 'mustChange';
}

/** Ends the session on the server and on this device, and goes to the sign-in page. */
export async function signOut(): Promise<void> {
  try {
    await call(sessions.logout, {}, { quiet: true });
  } catch {
    // Without an answer the session ends by itself; on this device it ends now.
  }
  drop();
  forgetEverything();
  goToSignIn();
}

/** Takes up the session that this device holds: at once from what is kept, then as the server tells it now. */
export async function restore(): Promise<SessionState> {
  const held = tokens();
  if (!held) {
    drop();
    return state;
  }
  const known = kept<SessionState>('AUTH');
  if (known?.loggedIn && known.user?.id === claimsOf(held).userId) {
    put(known);
    void refresh().catch(() => undefined);
    return state;
  }
  await refresh();
  return state;
}

/** Forgets whoever was signed in on this device, without a word to the server. */
export function drop(): void {
  forgetPerson();
  put(nobody);
}

/** Does something once when another tab of this browser signs out or signs somebody else in. */
export function onOtherTab(left: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    const held = key === 'SESSION' || key === null ? tokens() : undefined;
    if (key !== 'SESSION' && key !== null) return;
    if (!held || (state.user && claimsOf(held).userId !== state.user.id)) left();
  });
}

async function refresh(): Promise<void> {
  take(stateOf(await ownUser()));
}

function ownUser(options: { quiet?: boolean } = {}): Promise<User> {
  const held = tokens();
  return call(users.get, { params: { id: UserId.parse(held && claimsOf(held).userId) } }, options);
}

/** Permissions come from the organisation management module alone, and of several roles the first acts. */
function stateOf(user: User): SessionState {
  const { id, userName, firstName, lastName, language, profilePicture, rootNodeId, rootNode, dashboardAccess } = user;
  const person = { id, userName, firstName, lastName, language, profilePicture, rootNodeId, rootNode, dashboardAccess };
  const [role] = user.userRole;
  const rights =
    role?.modules.filter(({ shortName }) => shortName === 'om').flatMap((module) => module.accessRights) ?? [];
  const names = rights.flatMap((right) => [right.shortName, right.associatePermission.toUpperCase()]);
  return {
    loggedIn: true,
    user: { ...person, roleName: role?.name ?? '', organizationName: user.organizationName ?? '' },
    userModules: role?.modules.map(({ shortName }) => shortName) ?? [],
    permissions: [...new Set(names)].filter((name) => name !== ''),
    ...(rootNode && { level: rootNode }),
  };
}

function take(next: SessionState): void {
  keep('AUTH', next);
  put(next);
}

function put(next: SessionState): void {
  state = next;
  for (const tell of listeners) tell();
}

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

function base64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}
