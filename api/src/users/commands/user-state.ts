import type { NodeType } from '@storeward/contract/access';
import type { User } from '@storeward/contract/users';
import type { UserInput } from '@storeward/contract/users/user-input';
import type { AssignableRole } from '../../roles/policy.ts';

/** A node that users are assigned to. */
export type NodePosition = {
  readonly id: string;
  readonly name: string;
  readonly nodeType: NodeType;
  readonly tpath: string;
};

/** A role that users are assigned. */
export type NamedRole = AssignableRole & { readonly name: string };

/** The optional fields of a user that an administrator sets. */
export type PersonalFields = Pick<
  User,
  'dateOfBirth' | 'communicationEmail' | 'communicationPush' | 'communicationSms' | 'shortName' | 'dashboardAccess'
>;

/** A stored user with everything that the rules, audit entries and undo of a change need. */
export type UserState = UserInput &
  PersonalFields & {
    readonly id: string;
    readonly userName: string;
    /** The normalised user name, unique per sign-in domain. */
    readonly key: string;
    readonly domainName: string;
    readonly status: boolean;
    /** Whether the user has chosen a password, so that a temporary one or an invitation has ended. */
    readonly passwordChosen: boolean;
    /** A changed e-mail address that is not in effect yet. */
    readonly pendingEmail: string | null;
    /** Who has entered it. */
    readonly pendingEmailBy: string | null;
    /** Whether the user has neither signed in nor chosen a password. */
    readonly neverSignedIn: boolean;
    /** How many links to changed addresses were mailed within the last hour. */
    readonly recentEmailChanges: number;
    readonly hasSecretWord: boolean;
    readonly hasPin: boolean;
    readonly node: NodePosition | null;
    readonly role: { readonly id: string; readonly name: string } | null;
    /** The primary assignment. */
    readonly assignmentId: string | null;
    /** When it ends; null if it does not. */
    readonly until: string | null;
    /** Whether it has ended. */
    readonly over: boolean;
    /** When the last of all assignments ends; null if one does not. */
    readonly lastUntil: string | null;
    /** The additional assignments as "roleId nodeId". */
    readonly additionalAssignments: readonly string[];
    readonly tpath: string;
    readonly version: number;
    /** Whether the user holds access rights or areas that the actor does not. */
    readonly exceeds: boolean;
  };

/** The node, role and end of a user's primary assignment. */
export type AssignedUser = Pick<UserState, 'id' | 'until'> & {
  readonly node: Pick<NodePosition, 'id'> | null;
  readonly role: { readonly id: string } | null;
};
