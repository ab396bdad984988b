import type { Language } from '@storeward/contract/reference';
import type { ProfileInput } from '@storeward/contract/profiles';
import type { User } from '@storeward/contract/users';
import type { t as say } from '../platform/i18n.ts';
import { formatCalendarDay } from '../platform/i18n.ts';
import { isDay } from '../platform/typed-day.ts';
import { fieldLabel, readable, type UserField, userFields } from './user-fields.ts';

/** The name of a field of one's own profile. */
export type ProfileField = keyof ProfileInput;

const ownFields = {
  dateOfBirth: 'users.field.dateOfBirth',
  communicationEmail: 'profile.wish.email',
  communicationPush: 'profile.wish.push',
  communicationSms: 'profile.wish.sms',
  secretWord: 'users.field.secretWord',
  pin: 'users.field.pin',
} as const;

/** Every field that the form shows. */
export const profileFields: readonly ProfileField[] = [
  ...userFields,
  'dateOfBirth',
  'communicationEmail',
  'communicationPush',
  'communicationSms',
  'secretWord',
  'pin',
  'password',
];

const isUserField = (field: ProfileField): field is UserField => (userFields as readonly string[]).includes(field);

/** What a field is called. */
export function profileLabel(field: ProfileField, t: typeof say): string {
  if (isUserField(field)) return fieldLabel(field, t);
  return field === 'password' ? t('profile.field.password') : t(ownFields[field]);
}

/** A field's value as people read it. */
export function profileText(field: ProfileField, value: unknown, reader: string, t: typeof say): string {
  if (typeof value === 'boolean') return t(value ? 'profile.wish.yes' : 'profile.wish.no');
  if (typeof value !== 'string' || value === '') return '';
  if (field === 'dateOfBirth') return isDay(value) ? formatCalendarDay(value) : value;
  return isUserField(field) ? readable(field, value, reader) : '';
}

/** The part of a profile that the form is filled with; secrets and the password begin empty. */
export const profileValues = (user: User): ProfileInput => ({
  firstName: user.firstName,
  lastName: user.lastName,
  emailId: user.emailId,
  phoneNumber: user.phoneNumber,
  language: user.language as Language,
  timeZone: user.timeZone,
  country: user.country,
  dateOfBirth: user.dateOfBirth,
  communicationEmail: user.communicationEmail ?? false,
  communicationPush: user.communicationPush ?? false,
  communicationSms: user.communicationSms ?? false,
  secretWord: null,
  pin: null,
  password: null,
});
