import { dashboardKeys } from '@storeward/contract/users/dashboard-keys';
import type { User } from '@storeward/contract/users';
import type { NewUser, UserChange, UserInput } from '@storeward/contract/users/user-input';
import type { Language } from '@storeward/contract/reference';
import type { RoleId } from '@storeward/contract/roles';
import { formatDate, type t as translate } from '../platform/text/i18n.ts';
import { countryName } from '../platform/text/display-names.ts';
import { languageName } from '../platform/text/display-names.ts';
import { isIsoDate } from '../platform/text/date-input.ts';
import { timeZoneName } from '../reference/time-zone-picker.tsx';
import { nodePathText } from './user-names.ts';

/** A field that is part of both the user form and the profile form. */
export type UserField = keyof UserInput;

const labels = {
  firstName: 'users.field.firstName',
  lastName: 'users.field.lastName',
  emailId: 'users.field.email',
  phoneNumber: 'users.field.phone',
  language: 'users.field.language',
  timeZone: 'users.field.timeZone',
  country: 'users.field.country',
} as const satisfies Record<UserField, string>;

/** In display order. */
export const userFields = Object.keys(labels) as UserField[];

export const fieldLabel = (field: UserField, t: typeof translate): string => t(labels[field]);

/** Values of the fields shared with the profile form. */
const commonValues = (user: User): UserInput => ({
  firstName: user.firstName,
  lastName: user.lastName,
  emailId: user.emailId,
  phoneNumber: user.phoneNumber,
  language: user.language as Language,
  timeZone: user.timeZone,
  country: user.country,
});

/** A field's value as display text; languages, time zones and countries by name. */
export function displayValue(field: UserField, value: string, locale: string): string {
  if (!value) return '';
  if (field === 'language') return languageName(value, locale);
  if (field === 'timeZone') return timeZoneName(value);
  if (field === 'country') return countryName(value, locale);
  return value;
}

export type UserFormValues = UserChange & Record<string, unknown>;

export type FormField = keyof UserChange;

const additionalLabels = {
  dateOfBirth: 'users.field.dateOfBirth',
  shortName: 'users.field.shortName',
  rootNodeId: 'users.field.node',
  userRole: 'users.field.role',
  dashboardAccess: 'users.field.dashboard',
  communicationEmail: 'profile.marketing.email',
  communicationPush: 'profile.marketing.push',
  communicationSms: 'profile.marketing.sms',
  secretWord: 'users.field.secretWord',
  pin: 'users.field.pin',
  removeSecretWord: 'users.field.removeSecretWord',
  removePin: 'users.field.removePin',
} as const satisfies Record<Exclude<FormField, UserField>, string>;

/** In display order. */
export const formFields: readonly FormField[] = [
  ...userFields,
  ...(Object.keys(additionalLabels) as (keyof typeof additionalLabels)[]),
];

const isUserField = (field: FormField): field is UserField => field in labels;

export const formLabel = (field: FormField, t: typeof translate): string =>
  isUserField(field) ? fieldLabel(field, t) : t(additionalLabels[field]);

/** Initial form values; the secrets of an existing user can only be removed. */
export const formValues = (user: User): UserFormValues => ({
  ...commonValues(user),
  dateOfBirth: user.dateOfBirth,
  shortName: user.shortName ?? '',
  rootNodeId: user.rootNodeId,
  userRole: user.userRole.slice(0, 1).map(({ id }) => ({ id: id as RoleId })),
  dashboardAccess: user.dashboardAccess ?? '',
  communicationEmail: user.communicationEmail ?? false,
  communicationPush: user.communicationPush ?? false,
  communicationSms: user.communicationSms ?? false,
  removeSecretWord: false,
  removePin: false,
});

/** Initial values of a new user; language and time zone are required but not preset. */
export const emptyUser: NewUser & Record<string, unknown> = {
  userName: '',
  domainName: '',
  firstName: '',
  lastName: '',
  emailId: '',
  phoneNumber: '',
  language: '' as Language,
  timeZone: '',
  country: '',
  dateOfBirth: null,
  shortName: '',
  rootNodeId: null,
  userRole: [],
  dashboardAccess: '',
  communicationEmail: false,
  communicationPush: false,
  communicationSms: false,
  secretWord: null,
  pin: null,
};

/** A field's value as display text for the conflict resolver; node and role names come from either version. */
export function formText(field: FormField, value: unknown, locale: string, { t, users }: TextContext): string {
  if (isUserField(field)) return typeof value === 'string' ? displayValue(field, value, locale) : '';
  if (typeof value === 'boolean') return t(value ? 'profile.marketing.yes' : 'profile.marketing.no');
  if (field === 'dateOfBirth' && typeof value === 'string') return isIsoDate(value) ? formatDate(value) : value;
  if (field === 'rootNodeId') return nodePathText(users.find(({ rootNodeId }) => rootNodeId === value)?.path ?? []);
  if (field === 'userRole') {
    const [first] = value as { id: string }[];
    const roles = users.flatMap(({ userRole }) => userRole);
    return roles.find(({ id }) => id === first?.id)?.name ?? t('users.edit.anotherRole');
  }
  return typeof value === 'string' && field !== 'secretWord' && field !== 'pin' ? value : '';
}

type TextContext = { t: typeof translate; users: readonly User[] };

/** Options of the dashboard select. */
export const dashboardOptions = (t: typeof translate) =>
  dashboardKeys.map((key) => ({ value: key, label: t(`dashboard.header.${dashboardPhrase(key)}`) }));

const dashboardPhrase = (key: (typeof dashboardKeys)[number]) =>
  (
    {
      global: 'global',
      organisation: 'organisation',
      company: 'company',
      'trading region': 'tradingRegion',
      'store group': 'storeGroup',
      store: 'store',
      Ross: 'ross',
      'Sub Store Group store manager': 'subStoreGroup',
      'Store user': 'storeUser',
    } as const
  )[key];

/** Form field of an API error without a field path, by error code. */
export const fieldByErrorCode = {
  'node.unknown': 'rootNodeId',
  'role.unknown': 'userRole',
  'role.closed': 'userRole',
  'role.levelTooHigh': 'userRole',
  'role.beyondYourOwn': 'userRole',
  'assignment.outlastsYours': 'userRole',
} as const;
