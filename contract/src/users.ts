import * as z from 'zod/mini';
import { NodeType } from './access.ts';
import { endpoints } from './endpoint.ts';
import {
  BirthDate,
  CalendarDate,
  Email,
  Moment,
  PhoneNumber,
  Pin,
  recordFields,
  requiredText,
  SecretWord,
  text,
  UserName,
} from './fields.ts';
import { NodeId, NodeRef } from './nodes.ts';
import { pageQuery } from './paging.ts';
import { CountryCode, Language, TimeZone } from './reference.ts';
import { givingRefusals, RoleId, RoleModule } from './roles.ts';
import { userFilters } from './user-lists.ts';

/** Which user is meant. */
export const UserId = z.uuid().brand<'UserId'>();
export type UserId = z.infer<typeof UserId>;

/** Which of a user's buttons the reader may press. */
export const UserAbilities = z.object({
  view: z.boolean(),
  edit: z.boolean(),
  enable: z.boolean(),
  delete: z.boolean(),
  /** See the portal as they would. */
  seeAs: z.boolean(),
});
export type UserAbilities = z.infer<typeof UserAbilities>;

/** Whether too many wrong tries have locked somebody out, and until when; null where only an administrator can help. */
const lockFields = { locked: z.boolean(), lockedUntil: z.nullable(Moment) };

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
  lastActive: z.nullable(Moment),
  version: z.int(),
  can: UserAbilities,
});
export type UserRow = z.infer<typeof UserRow>;

/** What a person fills in about a user: name, how to reach them, and their language, time zone and country. */
export const UserInput = z.object({
  firstName: requiredText(64),
  lastName: requiredText(64),
  emailId: Email,
  phoneNumber: PhoneNumber,
  language: Language,
  timeZone: TimeZone,
  country: CountryCode,
});
export type UserInput = z.infer<typeof UserInput>;

/** The words by which a user may be shown another dashboard than their level's; they grant nothing. */
export const dashboardKeys = [
  'global',
  'organisation',
  'company',
  'trading region',
  'store group',
  'store',
  'Ross',
  'Sub Store Group store manager',
  'Store user',
] as const;

/**
 * What may be filled in besides: what is left out stays as it is, and so does a secret that is null. The ways to hear of offers count
 * from those alone who hold `ALLOW_ACCESS_MARKETING_OPT_IN_PREFERENCE`.
 */
const furtherFields = {
  dateOfBirth: z.optional(z.nullable(BirthDate)),
  shortName: z.optional(z.nullable(text(32))),
  dashboardAccess: z.optional(z.nullable(text(64))),
  communicationEmail: z.optional(z.nullable(z.boolean())),
  communicationPush: z.optional(z.nullable(z.boolean())),
  communicationSms: z.optional(z.nullable(z.boolean())),
  secretWord: z.optional(z.nullable(SecretWord)),
  pin: z.optional(z.nullable(Pin)),
};

/** The roles of a user as they are sent: the first one is the role at their place, further ones are given apart. */
const rolesSent = z.array(z.object({ id: RoleId }));

/** What an administrator changes of a user: also where they stand, and in which role. */
export const UserChange = z.extend(UserInput, {
  ...furtherFields,
  rootNodeId: z.optional(z.nullable(NodeId)),
  userRole: z.optional(rolesSent),
});
export type UserChange = z.infer<typeof UserChange>;

/** A new user: besides, the name they sign in with, and by which of the organisation's domains (the usual one if none is named). */
export const NewUser = z.extend(UserInput, {
  ...furtherFields,
  userName: UserName,
  domainName: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(253, 'field.tooLong')))),
  /** Where they stand; somebody above all organisations may leave it out, and means the top of the organisation. */
  rootNodeId: z.optional(z.nullable(NodeId)),
  userRole: rolesSent.check(z.minLength(1, 'field.required')),
  /** The organisation that is meant, where somebody above all of them asks; else the platform itself. */
  orgId: z.optional(NodeId),
});
export type NewUser = z.infer<typeof NewUser>;

/** Whether somebody may sign in. */
export const UserStatusInput = z.object({ status: z.boolean('field.required') });
export type UserStatusInput = z.infer<typeof UserStatusInput>;

/** A role as a user carries it: its modules, each with the rights it gives. */
export const HeldRole = z.object({ id: z.string(), name: z.string(), modules: z.array(RoleModule) });
export type HeldRole = z.infer<typeof HeldRole>;

/** Which assignment is meant. */
export const AssignmentId = z.uuid().brand<'AssignmentId'>();
export type AssignmentId = z.infer<typeof AssignmentId>;

/** One of the reader's own assignments: a role at a place, perhaps until a moment, and whether it is the one that acts. */
export const OwnAssignment = z.object({
  id: AssignmentId,
  roleName: z.string(),
  place: z.nullable(NodeRef),
  until: z.nullable(Moment),
  acting: z.boolean(),
});
export type OwnAssignment = z.infer<typeof OwnAssignment>;

/** What only the person themselves is told: where they stand and what they may do. */
const OwnStanding = z.object({
  permissions: z.array(z.string()),
  organizationId: NodeId,
  organizationName: z.string(),
  nodeStructure: z.array(NodeRef),
  apiKey: z.string(),
  assignments: z.array(OwnAssignment),
  orgConfig: z.object({ organizationId: NodeId, domainName: z.nullable(z.string()) }),
  resetDate: z.nullable(Moment),
  isResetTokenUsed: z.nullable(z.boolean()),
});

/** A user with all that may be told of them; secrets are always empty, with a word on whether there is one. */
export const User = z.object({
  id: UserId,
  userName: z.string(),
  domainName: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  emailId: z.string(),
  phoneNumber: z.string(),
  language: z.string(),
  timeZone: z.string(),
  country: z.string(),
  dateOfBirth: z.nullable(CalendarDate),
  /** By which ways they want to hear of offers; null to whoever may not know. */
  communicationEmail: z.nullable(z.boolean()),
  communicationPush: z.nullable(z.boolean()),
  communicationSms: z.nullable(z.boolean()),
  /** Since when they agree to sign in by their face; null also to whoever may not know. */
  faceConsentDate: z.nullable(Moment),
  status: z.boolean(),
  ...lockFields,
  manualPassword: z.boolean(),
  lastActive: z.nullable(Moment),
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
  userRole: z.array(HeldRole),
  can: UserAbilities,
  ...z.partial(OwnStanding).shape,
  ...recordFields,
});
export type User = z.infer<typeof User>;

const byId = z.object({ id: UserId });

/** The fields by which the user list can be sorted. */
export const userSorts = ['name', 'userName', 'emailId', 'lastActive', 'createdDate'] as const;

/** The people who use the portal. */
export const users = endpoints({
  list: {
    method: 'GET',
    path: '/user-management/users',
    about:
      'The users of the caller’s own area, or of one place of it and all below, of one role, status or level; `search` looks for every word in name, e-mail and user name.',
    allow: 'LIST_USERS',
    query: z.extend(pageQuery(userSorts), userFilters),
    result: UserRow,
    page: true,
    errors: ['input.badCursor', 'node.unknown'],
  },
  get: {
    method: 'GET',
    path: '/user-management/users/{id}',
    about: 'One user; everybody may read themselves.',
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
    about:
      'Makes a user with a role at a place, and mails them a password that is good for seven days and has to be changed at the first sign-in.',
    allow: 'CREATE_USER',
    ownTransaction: true,
    takesSecret: true,
    body: NewUser,
    result: User,
    errors: ['node.unknown', ...givingRefusals, 'user.userNameTaken', 'service.busy'],
  },
  update: {
    method: 'PUT',
    path: '/user-management/users/{id}',
    about: 'Changes what is filled in about a user, and, where that is sent, their place and their role.',
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
      'node.unknown',
      ...givingRefusals,
      'record.stale',
      'service.busy',
    ],
  },
  setStatus: {
    method: 'PUT',
    path: '/user-management/users/{id}/status',
    about:
      'Lets a user sign in or not. Disabling ends all their sessions at once; enabling forgets wrong tries, so it unlocks.',
    allow: 'ENABLED_USER',
    params: byId,
    body: UserStatusInput,
    versioned: true,
    result: User,
    errors: ['user.unknown', 'user.self', 'user.beyondYourOwn', 'record.stale'],
  },
  remove: {
    method: 'DELETE',
    path: '/user-management/users/{id}/delete',
    about:
      'Takes a user away and tells of them for the last time: their sessions end, their name is free again, and their history is kept.',
    allow: 'DELETE_USER',
    params: byId,
    versioned: true,
    result: User,
    errors: ['user.unknown', 'user.self', 'user.beyondYourOwn', 'record.stale'],
  },
});
