import * as z from 'zod/mini';
import { NodeType } from './access.ts';
import { endpoints } from './endpoint.ts';
import { CalendarDate, Timestamp, recordFields } from './fields.ts';
import { NodeId, NodeRef } from './nodes.ts';
import { pageQuery } from './paging.ts';
import { emailStateFields } from './users/pending-email.ts';
import { roleAssignmentErrors, RoleModule } from './roles.ts';
import { userFilters } from './users/user-lists.ts';
import { UserChange, NewUser, UserStatusInput } from './users/user-input.ts';

export const UserId = z.uuid().brand<'UserId'>();
export type UserId = z.infer<typeof UserId>;

/** What the reader may do with a user. */
export const UserAbilities = z.object({
  view: z.boolean(),
  edit: z.boolean(),
  enable: z.boolean(),
  delete: z.boolean(),
  /** Impersonate the user. */
  seeAs: z.boolean(),
});
export type UserAbilities = z.infer<typeof UserAbilities>;

/** The sign-in lock after failed attempts. `lockedUntil` is null if only an administrator can unlock. */
const lockFields = { locked: z.boolean(), lockedUntil: z.nullable(Timestamp) };

/** One row of the user list. */
export const UserRow = z.object({
  id: UserId,
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  emailId: z.string(),
  profilePicture: z.nullable(z.string()),
  roleName: z.nullable(z.string()),
  rootNode: z.nullable(z.extend(NodeRef, { parentName: z.nullable(z.string()) })),
  status: z.boolean(),
  ...lockFields,
  /** Whether the user has chosen a password. */
  manualPassword: z.boolean(),
  lastActive: z.nullable(Timestamp),
  version: z.int(),
  can: UserAbilities,
});
export type UserRow = z.infer<typeof UserRow>;

/** A role of a user with its modules and their access rights. */
export const UserRole = z.object({ id: z.string(), name: z.string(), modules: z.array(RoleModule) });
export type UserRole = z.infer<typeof UserRole>;

export const AssignmentId = z.uuid().brand<'AssignmentId'>();
export type AssignmentId = z.infer<typeof AssignmentId>;

/** One of the current user's own assignments; `acting` marks the one that applies to the session. */
export const OwnAssignment = z.object({
  id: AssignmentId,
  roleName: z.string(),
  place: z.nullable(NodeRef),
  until: z.nullable(Timestamp),
  acting: z.boolean(),
});
export type OwnAssignment = z.infer<typeof OwnAssignment>;

/** Fields returned only for the current user's own record: permissions and organisation. */
const OwnAccess = z.object({
  permissions: z.array(z.string()),
  organizationId: NodeId,
  organizationName: z.string(),
  nodeStructure: z.array(NodeRef),
  apiKey: z.string(),
  assignments: z.array(OwnAssignment),
  orgConfig: z.object({ organizationId: NodeId, domainName: z.nullable(z.string()) }),
  resetDate: z.nullable(Timestamp),
  isResetTokenUsed: z.nullable(z.boolean()),
});

/** A user. Secrets are always null; the `has…` flags state whether they are set. */
export const User = z.object({
  id: UserId,
  userName: z.string(),
  domainName: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  emailId: z.string(),
  ...emailStateFields,
  phoneNumber: z.string(),
  language: z.string(),
  timeZone: z.string(),
  country: z.string(),
  dateOfBirth: z.nullable(CalendarDate),
  /** Marketing preferences by channel; null without permission to see them. */
  communicationEmail: z.nullable(z.boolean()),
  communicationPush: z.nullable(z.boolean()),
  communicationSms: z.nullable(z.boolean()),
  /** Date of the consent to face sign-in; null without consent or without permission to see it. */
  faceConsentDate: z.nullable(Timestamp),
  status: z.boolean(),
  ...lockFields,
  manualPassword: z.boolean(),
  lastActive: z.nullable(Timestamp),
  dashboardAccess: z.nullable(z.string()),
  shortName: z.nullable(z.string()),
  profilePicture: z.nullable(z.string()),
  secretWord: z.null(),
  hasSecretWord: z.boolean(),
  pin: z.null(),
  hasPin: z.boolean(),
  resetToken: z.null(),
  rootNodeId: z.nullable(NodeId),
  rootNode: z.nullable(NodeType),
  path: z.array(NodeRef),
  userRole: z.array(UserRole),
  can: UserAbilities,
  ...z.partial(OwnAccess).shape,
  ...recordFields,
});
export type User = z.infer<typeof User>;

const byId = z.object({ id: UserId });

export const userSorts = ['name', 'userName', 'emailId', 'lastActive', 'createdDate'] as const;

export const users = endpoints({
  list: {
    method: 'GET',
    path: '/user-management/users',
    summary:
      'The users in the current user’s scope, optionally at and below one node, or of one role, status or level; `search` finds every word in name, e-mail and user name.',
    allow: 'LIST_USERS',
    query: z.extend(pageQuery(userSorts), userFilters),
    result: UserRow,
    page: true,
    errors: ['input.badCursor', 'node.unknown'],
  },
  get: {
    method: 'GET',
    path: '/user-management/users/{id}',
    summary: 'One user. Every user may read their own record.',
    allow: 'VIEW_USER',
    orSelf: 'id',
    beforePasswordChange: true,
    compressed: true,
    params: byId,
    result: User,
    errors: ['user.unknown'],
  },
  create: {
    method: 'POST',
    path: '/user-management/users',
    summary:
      'Creates a user with a role at a node, and mails them a password that is valid for seven days and has to be changed at the first sign-in.',
    allow: 'CREATE_USER',
    manualTransaction: true,
    takesSecret: true,
    body: NewUser,
    result: User,
    errors: ['node.unknown', ...roleAssignmentErrors, 'assignment.past', 'user.userNameTaken', 'service.busy'],
  },
  update: {
    method: 'PUT',
    path: '/user-management/users/{id}',
    summary: 'Changes the details of a user, and their node and role if these are sent.',
    allow: 'EDIT_USER',
    takesSecret: true,
    params: byId,
    body: UserChange,
    versioned: true,
    result: User,
    errors: [
      'user.unknown',
      'user.beyondYourOwn',
      'user.ownContact',
      'user.ownStanding',
      'user.secretOfOwner',
      'recovery.tooManyMails',
      'node.unknown',
      ...roleAssignmentErrors,
      'record.stale',
      'service.busy',
    ],
  },
  setStatus: {
    method: 'PUT',
    path: '/user-management/users/{id}/status',
    summary:
      'Enables or disables a user. Disabling ends all their sessions at once; enabling resets failed sign-ins and so unlocks the user.',
    allow: 'ENABLED_USER',
    params: byId,
    body: UserStatusInput,
    versioned: true,
    result: User,
    errors: ['user.unknown', 'user.self', 'user.beyondYourOwn', 'record.stale'],
  },
  sendFirstPassword: {
    method: 'POST',
    path: '/user-management/users/{id}/first-password',
    summary:
      'Queues a mail with a new temporary password to a user who has not chosen one yet; it replaces the earlier one and all open links. `sent` means queued, not delivered; it is false for a disabled user.',
    allow: 'EDIT_USER',
    manualTransaction: true,
    params: byId,
    result: z.object({ sent: z.boolean(), expiresAt: z.nullable(Timestamp) }),
    errors: ['user.unknown', 'user.beyondYourOwn', 'user.passwordChosen', 'recovery.tooManyMails', 'service.busy'],
  },
  remove: {
    method: 'DELETE',
    path: '/user-management/users/{id}/delete',
    summary:
      'Deletes a user and returns them. Their sessions end, their user name can be used again, and their history is kept.',
    allow: 'DELETE_USER',
    params: byId,
    versioned: true,
    result: User,
    errors: ['user.unknown', 'user.self', 'user.beyondYourOwn', 'record.stale'],
  },
});
