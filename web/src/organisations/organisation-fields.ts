import type { Domain, Organisation, OrganisationInput } from '@storeward/contract/organisations';
import type { t as say } from '../platform/i18n.ts';
import { countryName } from '../platform/code-names.ts';
import { languageName } from '../platform/code-names.ts';

/** The name of a field that is filled in about an organisation. */
export type OrganisationField = keyof OrganisationInput;

/** What a form about an organisation holds; a language is chosen only later where it is new. */
export type Filled = Omit<OrganisationInput, 'defaultLanguage'> & { defaultLanguage: string } & Record<string, unknown>;

const labels = {
  name: 'organisations.field.name',
  emailId: 'organisations.field.emailId',
  country: 'organisations.field.country',
  defaultLanguage: 'organisations.field.defaultLanguage',
  address: 'organisations.field.address',
  url: 'organisations.field.url',
  domains: 'organisations.field.domains',
} as const satisfies Record<OrganisationField, string>;

/** The fields that are filled in about an organisation, in the order in which they are asked. */
export const organisationFields = Object.keys(labels) as OrganisationField[];

/** What a field is called. */
export const organisationLabel = (field: OrganisationField, t: typeof say): string => t(labels[field]);

/** What a form about a new organisation begins with. */
export const emptyOrganisation: Filled = {
  name: '',
  emailId: '',
  country: '',
  defaultLanguage: 'en',
  address: '',
  url: '',
  domains: [],
};

/** The part of an organisation that the form is filled with. */
export const organisationValues = ({
  name,
  emailId,
  country,
  defaultLanguage,
  address,
  url,
  domains,
}: Organisation): Filled => ({ name, emailId, country, defaultLanguage, address, url, domains });

/** Some domains in one line, the usual one first. */
export const domainsText = (domains: readonly Domain[]): string =>
  domains
    .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
    .map(({ domainName }) => domainName)
    .join(', ');

/** A field's value as people read it. */
export function organisationText(field: OrganisationField, value: Filled[OrganisationField], reader: string): string {
  if (typeof value !== 'string') return domainsText(value);
  if (field === 'country' && value) return countryName(value, reader);
  return field === 'defaultLanguage' && value ? languageName(value, reader) : value;
}

/** The field that a refusal is about. */
export const fieldOfFault = {
  'organisation.urlTaken': 'url',
  'organisation.domainTaken': 'domains',
  'organisation.domainInUse': 'domains',
} as const;
