import { newId } from '../src/platform/database/ids.ts';
import type { TestUser } from './builders.ts';

export const userFields = (user: Pick<TestUser, 'userName'>) => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  emailId: `${user.userName}@mail.example`,
  phoneNumber: '+44 113 496 0127',
  language: 'en',
  timeZone: 'Europe/London',
  country: 'GB',
});

/** The profile fields, with the e-mail and phone number of `createUser`. */
export const profileFields = (user: Pick<TestUser, 'userName'>) => ({
  ...userFields(user),
  phoneNumber: '',
  dateOfBirth: null,
  communicationEmail: false,
  communicationPush: false,
  communicationSms: false,
});

export const nodeFields = {
  name: 'Corner Shop',
  code: 'CORNER',
  region: [],
  street: '',
  city: '',
  state: '',
  postCode: '',
  country: '',
  timeZone: '',
  phoneNumber: '',
  emailId: '',
};

/** The fields of an organisation with a unique host. */
export const organisationFields = (slug: string = `org-${newId().slice(-12)}`) => ({
  name: `Shop ${slug}`,
  address: '1 High Street, Leeds',
  country: 'GB',
  emailId: `office@${slug}.example`,
  defaultLanguage: 'en',
  url: `${slug}.localhost`,
  domains: [{ domainName: `${slug}.example`, isDefault: true }],
});
