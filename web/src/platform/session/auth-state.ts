import { type NodeType, type Permission, permits } from '@storeward/contract/access';
import type { ErrorCode } from '@storeward/contract/errors';
import type { NodeId } from '@storeward/contract/nodes';
import type { OwnAssignment, User } from '@storeward/contract/users';
import { writeStored, readStored } from '../storage.ts';

/**
 * The part of the signed-in user that is stored in the browser. It leaves out e-mail address, phone number and date of
 * birth.
 */
export type StoredUser = Pick<
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
> & {
  roleName: string;
  organizationId?: NodeId;
  organizationName: string;
  assignments?: readonly OwnAssignment[];
  /** Whether an administrator has entered a new e-mail address, which the user has to accept or reject. */
  decidesEmail?: boolean;
};

/** The session as stored under `AUTH`. */
export type SessionState = {
  readonly loggedIn: boolean;
  readonly user?: StoredUser;
  readonly userModules: readonly string[];
  readonly permissions: readonly string[];
  /** The permissions of the whole role that concern the shell; they do not depend on the selected module. */
  readonly shellPermissions: readonly Permission[];
  readonly level?: NodeType;
  /** The short name of the module whose permissions apply. */
  readonly module: string;
  /** The user must change the password before anything else. */
  readonly mustChange?: true;
  /** Why the last attempt to sign in failed; `pending` while one is running. */
  readonly signIn?: 'pending' | ErrorCode | 'unknown';
};

/** The module whose permissions apply by default: organisation management. */
export const defaultModule = 'om';

export const signedOutState: SessionState = {
  loggedIn: false,
  userModules: [],
  permissions: [],
  shellPermissions: [],
  module: defaultModule,
};

const listeners = new Set<() => void>();
let state = signedOutState;

export const currentSession = (): SessionState => state;

/** Sets the session state of this page and notifies the subscribers. */
export function setSession(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Sets the session state and stores it for the next page load. */
export function storeSession(next: SessionState): void {
  writeStored('AUTH', next);
  setSession(next);
}

/** The session state stored by an earlier page load. */
export function storedSession(): SessionState | undefined {
  const stored = readStored<SessionState>('AUTH');
  return stored && { ...signedOutState, ...stored };
}

export function toStoredUser(user: User): StoredUser {
  const { id, userName, firstName, lastName, language, profilePicture, rootNodeId, rootNode, dashboardAccess } = user;
  const profile = {
    id,
    userName,
    firstName,
    lastName,
    language,
    profilePicture,
    rootNodeId,
    rootNode,
    dashboardAccess,
  };
  const { organizationId, organizationName = '', assignments = [] } = user;
  const roleName = user.userRole[0]?.name ?? '';
  const decidesEmail = user.pendingEmail?.can.accept === true;
  return {
    ...profile,
    roleName,
    ...(organizationId && { organizationId }),
    organizationName,
    assignments,
    decidesEmail,
  };
}

/**
 * The permissions of the user's first role in one module, or in all modules. Each right yields its short name and its
 * permission constant.
 */
export function permissionsOf({ userRole: [role] }: User, module?: string): string[] {
  const applicableModules = role?.modules.filter(({ shortName }) => module === undefined || shortName === module) ?? [];
  const names = applicableModules
    .flatMap(({ accessRights }) => accessRights)
    .flatMap((right) => [right.shortName, right.associatePermission.toUpperCase()]);
  return [...new Set(names)].filter((name) => name !== '');
}

/** Permissions of what the shell offers in every module: the switchers, and the screens that leave a module. */
const shellPermissions = [
  'ORGANISATION_APP_ICON',
  'MODULE_APP_ICON',
  'ALLOW_TO_VIEW_MODULE_ICON',
  'LIST_ORGANISATIONS',
  'OM_DASHBOARD',
  'VIEW_PROFILE',
] as const satisfies readonly Permission[];

/** The permissions for the shell in any module of the user's first role. */
export function shellPermissionsOf(user: User): Permission[] {
  const held = permissionsOf(user);
  return shellPermissions.filter((permission) => permits(held, [permission]));
}

/** Subscribes to changes of the session state; returns the function that unsubscribes. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
