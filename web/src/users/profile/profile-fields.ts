import type { Language } from '@storeward/contract/reference';
import type { ProfileInput } from '@storeward/contract/users/profiles';
import type { User } from '@storeward/contract/users';
import type { t as translate } from '../../platform/text/i18n.ts';
import { formatDate } from '../../platform/text/i18n.ts';
import { isIsoDate } from '../../platform/text/date-input.ts';
import { fieldLabel, displayValue, type UserField, userFields } from '../user-fields.ts';

export type ProfileField = keyof ProfileInput;

const profileOnlyLabels = {
  dateOfBirth: 'users.field.dateOfBirth',
  communicationEmail: 'profile.marketing.email',
  communicationPush: 'profile.marketing.push',
  communicationSms: 'profile.marketing.sms',
  secretWord: 'users.field.secretWord',
  pin: 'users.field.pin',
} as const;

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

export function profileLabel(field: ProfileField, t: typeof translate): string {
  if (isUserField(field)) return fieldLabel(field, t);
  return field === 'password' ? t('profile.field.password') : t(profileOnlyLabels[field]);
}

/** A field's value as display text; secrets and the password are never shown. */
export function profileText(field: ProfileField, value: unknown, locale: string, t: typeof translate): string {
  if (typeof value === 'boolean') return t(value ? 'profile.marketing.yes' : 'profile.marketing.no');
  if (typeof value !== 'string' || value === '') return '';
  if (field === 'dateOfBirth') return isIsoDate(value) ? formatDate(value) : value;
  return isUserField(field) ? displayValue(field, value, locale) : '';
}

/** Initial form values; secrets and the password start empty. */
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
