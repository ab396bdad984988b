import type { Domain, Organisation, OrganisationInput } from '@storeward/contract/organisations';
import type { t as translate } from '../platform/i18n.ts';
import { countryName } from '../platform/display-names.ts';
import { languageName } from '../platform/display-names.ts';

export type OrganisationField = keyof OrganisationInput;

/** Form values; the language is a plain string until validated. */
export type OrganisationFormValues = Omit<OrganisationInput, 'defaultLanguage'> & { defaultLanguage: string } & Record<
    string,
    unknown
  >;

const labels = {
  name: 'organisations.field.name',
  emailId: 'organisations.field.emailId',
  country: 'organisations.field.country',
  defaultLanguage: 'organisations.field.defaultLanguage',
  address: 'organisations.field.address',
  url: 'organisations.field.url',
  domains: 'organisations.field.domains',
} as const satisfies Record<OrganisationField, string>;

/** In display order. */
export const organisationFields = Object.keys(labels) as OrganisationField[];

export const organisationLabel = (field: OrganisationField, t: typeof translate): string => t(labels[field]);

/** Initial values of a new organisation. */
export const emptyOrganisation: OrganisationFormValues = {
  name: '',
  emailId: '',
  country: '',
  defaultLanguage: 'en',
  address: '',
  url: '',
  domains: [],
};

/** Initial form values. */
export const organisationValues = ({
  name,
  emailId,
  country,
  defaultLanguage,
  address,
  url,
  domains,
}: Organisation): OrganisationFormValues => ({ name, emailId, country, defaultLanguage, address, url, domains });

/** Domains in one line, the default first. */
export const domainsText = (domains: readonly Domain[]): string =>
  domains
    .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
    .map(({ domainName }) => domainName)
    .join(', ');

/** A field's value as display text. */
export function organisationText(
  field: OrganisationField,
  value: OrganisationFormValues[OrganisationField],
  locale: string,
): string {
  if (typeof value !== 'string') return domainsText(value);
  if (field === 'country' && value) return countryName(value, locale);
  return field === 'defaultLanguage' && value ? languageName(value, locale) : value;
}

/** Form field of an API error without a field path, by error code. */
export const fieldByErrorCode = {
  'organisation.urlTaken': 'url',
  'organisation.domainTaken': 'domains',
  'organisation.domainInUse': 'domains',
} as const;
