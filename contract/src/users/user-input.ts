import * as z from 'zod/mini';
import { isDashboardKey } from './dashboard-keys.ts';
import { BirthDate, Email, FirstOrLastName, NewUserName, Pin, SecretWord, text } from '../fields.ts';
import { inCountry, PhoneInput } from '../phone-number.ts';
import { NodeId } from '../nodes.ts';
import { CountryCode, Language } from '../reference.ts';
import { TimeZone } from '../reference/time-zones.ts';
import { RoleId } from '../roles.ts';

const userFields = z.object({
  firstName: FirstOrLastName,
  lastName: FirstOrLastName,
  emailId: Email,
  phoneNumber: PhoneInput,
  language: Language,
  timeZone: TimeZone,
  country: CountryCode,
});

/** The required fields of a user. */
export const UserInput = userFields.check(...inCountry());
export type UserInput = z.infer<typeof UserInput>;

/**
 * Optional fields of a user. Omitted fields stay unchanged, and so do secrets that are null. The marketing preferences
 * (`communication…`) are ignored without the permission `ALLOW_ACCESS_MARKETING_OPT_IN_PREFERENCE`.
 */
const optionalFields = {
  dateOfBirth: z.optional(z.nullable(BirthDate)),
  shortName: z.optional(z.nullable(text(32))),
  dashboardAccess: z.optional(z.nullable(text(64).check(z.refine(isDashboardKey, 'field.invalid')))),
  communicationEmail: z.optional(z.nullable(z.boolean())),
  communicationPush: z.optional(z.nullable(z.boolean())),
  communicationSms: z.optional(z.nullable(z.boolean())),
  secretWord: z.optional(z.nullable(SecretWord)),
  pin: z.optional(z.nullable(Pin)),
};

/**
 * Roles in requests: the first one is the primary role at the user's node; additional roles have their own endpoints.
 */
const roleRefs = z.array(z.object({ id: RoleId }));

/** The end of an assignment; null for none. */
export const AssignmentEnd = z.nullable(z.iso.datetime({ offset: true, error: 'field.invalid' }));

/**
 * An update of a user by an administrator, including node and primary role. Secret word and PIN of an existing user are chosen by
 * their owner, so a value is refused; they can be removed. The e-mail of a user who has signed in becomes a pending one.
 */
export const UserChange = z.safeExtend(UserInput, {
  ...optionalFields,
  removeSecretWord: z.optional(z.boolean()),
  removePin: z.optional(z.boolean()),
  rootNodeId: z.optional(z.nullable(NodeId)),
  userRole: z.optional(roleRefs),
});
export type UserChange = z.infer<typeof UserChange>;

/** A new user with sign-in name and domain; without `domainName`, the default domain of the organisation applies. */
export const NewUser = z
  .extend(userFields, {
    ...optionalFields,
    phoneNumber: z._default(PhoneInput, ''),
    country: z._default(CountryCode, ''),
    userName: NewUserName,
    domainName: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(253, 'field.tooLong')))),
    /** The user's node. Global users may omit it for the top node of the organisation. */
    rootNodeId: z.optional(z.nullable(NodeId)),
    userRole: roleRefs.check(z.minLength(1, 'field.required')),
    /** When the role ends, null for no end. If omitted, it ends with the creating user's own assignment. */
    until: z.optional(AssignmentEnd),
    /** The organisation of the new user, set by global users; without it, the platform. */
    orgId: z.optional(NodeId),
  })
  .check(...inCountry());
export type NewUser = z.infer<typeof NewUser>;

export const UserStatusInput = z.object({ status: z.boolean('field.required') });
export type UserStatusInput = z.infer<typeof UserStatusInput>;
