import type { NodeType } from '@storeward/contract/access';
import type { ErrorCode } from '@storeward/contract/errors';
import type { NodeId } from '@storeward/contract/nodes';
import type { OwnAssignment, User } from '@storeward/contract/users';
import { keep, kept } from './storage.ts';

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
> & {
  roleName: string;
  organizationId?: NodeId;
  organizationName: string;
  assignments?: readonly OwnAssignment[];
};

/** Who is signed in, in which modules they work, and what they may do. */
export type SessionState = {
  readonly loggedIn: boolean;
  readonly user?: OwnUser;
  readonly userModules: readonly string[];
  readonly permissions: readonly string[];
  readonly level?: NodeType;
  /** The short name of the module whose rights count. */
  readonly module: string;
  /** The password has to be changed before anything else. */
  readonly mustChange?: true;
  /** Why the last try to sign in came to nothing; `pending` while one is under way. */
  readonly signIn?: 'pending' | ErrorCode | 'unknown';
};

/** The module whose rights count unless another one was chosen: organisation management. */
export const usualModule = 'om';

/** The state while nobody is signed in. */
export const nobody: SessionState = { loggedIn: false, userModules: [], permissions: [], module: usualModule };

const listeners = new Set<() => void>();
let state = nobody;

/** Who is signed in at this moment. */
export const currentSession = (): SessionState => state;

/** Makes something the state of the moment, on this page alone. */
export function put(next: SessionState): void {
  state = next;
  for (const tell of listeners) tell();
}

/** Makes something the state of the moment, and keeps it for the next page. */
export function take(next: SessionState): void {
  keep('AUTH', next);
  put(next);
}

/** The state that an earlier page has kept. */
export function keptState(): SessionState | undefined {
  const found = kept<SessionState>('AUTH');
  return found && { ...nobody, ...found };
}

/** What may be kept of a person. */
export function ownUser(user: User): OwnUser {
  const { id, userName, firstName, lastName, language, profilePicture, rootNodeId, rootNode, dashboardAccess } = user;
  const person = { id, userName, firstName, lastName, language, profilePicture, rootNodeId, rootNode, dashboardAccess };
  const { organizationId, organizationName = '', assignments = [] } = user;
  const roleName = user.userRole[0]?.name ?? '';
  return { ...person, roleName, ...(organizationId && { organizationId }), organizationName, assignments };
}

/** What somebody may do, by the rights of one module or of all; of several roles the first acts. */
export function permissionsOf({ userRole: [role] }: User, module?: string): string[] {
  const counted = role?.modules.filter(({ shortName }) => module === undefined || shortName === module) ?? [];
  const names = counted
    .flatMap(({ accessRights }) => accessRights)
    .flatMap((right) => [right.shortName, right.associatePermission.toUpperCase()]);
  return [...new Set(names)].filter((name) => name !== '');
}

/** Tells of every change of who is signed in. */
export function onSessionChange(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
