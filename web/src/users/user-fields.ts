import type { Language } from '@storeward/contract/reference';
import type { User, UserInput } from '@storeward/contract/users';
import type { t as say } from '../platform/i18n.ts';
import { countryName } from '../platform/code-names.ts';
import { languageName } from '../platform/code-names.ts';
import { timeZoneName } from '../reference/time-zone-picker.tsx';

/** The name of a field that is filled in about a user. */
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

/** The part of a user that the form is filled with. */
export const filledIn = (user: User): UserInput => ({
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
