import { dashboardKeys, type NewUser, type User, type UserChange, type UserInput } from '@storeward/contract/users';
import type { Language } from '@storeward/contract/reference';
import type { RoleId } from '@storeward/contract/roles';
import { formatCalendarDay, type t as say } from '../platform/i18n.ts';
import { countryName } from '../platform/code-names.ts';
import { languageName } from '../platform/code-names.ts';
import { isDay } from '../platform/typed-day.ts';
import { timeZoneName } from '../reference/time-zone-picker.tsx';
import { pathText } from './user-names.ts';

/** The name of a field that everybody fills in about themselves too. */
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

/** The fields that are filled in about a user, in the order in which they are asked. */
export const userFields = Object.keys(labels) as UserField[];

/** What a field is called. */
export const fieldLabel = (field: UserField, t: typeof say): string => t(labels[field]);

/** The part of a user that everybody fills in about themselves too. */
const filledIn = (user: User): UserInput => ({
  firstName: user.firstName,
  lastName: user.lastName,
  emailId: user.emailId,
  phoneNumber: user.phoneNumber,
  language: user.language as Language,
  timeZone: user.timeZone,
  country: user.country,
});

/** A field's value as people read it: languages, time zones and countries by name. */
export function readable(field: UserField, value: string, reader: string): string {
  if (!value) return '';
  if (field === 'language') return languageName(value, reader);
  if (field === 'timeZone') return timeZoneName(value);
  if (field === 'country') return countryName(value, reader);
  return value;
}

/** What a form about a user holds. */
export type Filled = UserChange & Record<string, unknown>;

/** The name of a field of the form about a user. */
export type FormField = keyof UserChange;

const furtherLabels = {
  dateOfBirth: 'users.field.dateOfBirth',
  shortName: 'users.field.shortName',
  rootNodeId: 'users.field.place',
  userRole: 'users.field.role',
  dashboardAccess: 'users.field.dashboard',
  communicationEmail: 'profile.wish.email',
  communicationPush: 'profile.wish.push',
  communicationSms: 'profile.wish.sms',
  secretWord: 'users.field.secretWord',
  pin: 'users.field.pin',
} as const satisfies Record<Exclude<FormField, UserField>, string>;

/** The fields of the form about a user, in the order in which they are asked. */
export const formFields: readonly FormField[] = [
  ...userFields,
  ...(Object.keys(furtherLabels) as (keyof typeof furtherLabels)[]),
];

const isUserField = (field: FormField): field is UserField => field in labels;

/** What a field of the form is called. */
export const formLabel = (field: FormField, t: typeof say): string =>
  isUserField(field) ? fieldLabel(field, t) : t(furtherLabels[field]);

/** What a form about this user is filled with; secrets begin empty. */
export const formValues = (user: User): Filled => ({
  ...filledIn(user),
  dateOfBirth: user.dateOfBirth,
  shortName: user.shortName ?? '',
  rootNodeId: user.rootNodeId,
  userRole: user.userRole.slice(0, 1).map(({ id }) => ({ id: id as RoleId })),
  dashboardAccess: user.dashboardAccess ?? '',
  communicationEmail: user.communicationEmail ?? false,
  communicationPush: user.communicationPush ?? false,
  communicationSms: user.communicationSms ?? false,
  secretWord: null,
  pin: null,
});

/** What a form about a new user begins with: language and time zone are asked for. */
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

/** A field's value as people read it where two versions stand side by side; places and roles go by the names in either. */
export function formText(field: FormField, value: unknown, reader: string, { t, users }: Telling): string {
  if (isUserField(field)) return typeof value === 'string' ? readable(field, value, reader) : '';
  if (typeof value === 'boolean') return t(value ? 'profile.wish.yes' : 'profile.wish.no');
  if (field === 'dateOfBirth' && typeof value === 'string') return isDay(value) ? formatCalendarDay(value) : value;
  if (field === 'rootNodeId') return pathText(users.find(({ rootNodeId }) => rootNodeId === value)?.path ?? []);
  if (field === 'userRole') {
    const [first] = value as { id: string }[];
    const held = users.flatMap(({ userRole }) => userRole);
    return held.find(({ id }) => id === first?.id)?.name ?? t('users.edit.anotherRole');
  }
  return typeof value === 'string' && field !== 'secretWord' && field !== 'pin' ? value : '';
}

type Telling = { t: typeof say; users: readonly User[] };

/** The words that choose a dashboard, each with what it is called. */
export const dashboards = (t: typeof say) =>
  dashboardKeys.map((key) => ({ value: key, label: t(`dashboard.header.${dashboardWord(key)}`) }));

const dashboardWord = (key: (typeof dashboardKeys)[number]) =>
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
