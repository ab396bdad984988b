import { type Domain, type Organisation, OrganisationInput } from '@storeward/contract/organisations';
import { type PortalHost, PortalHostList } from '@storeward/contract/organisations/portal-hosts';
import * as z from 'zod/mini';
import type { t as translate } from '../platform/text/i18n.ts';
import { countryName } from '../platform/text/display-names.ts';
import { languageName } from '../platform/text/display-names.ts';

export type OrganisationField = keyof OrganisationInput | 'portalHosts';

/** The editable fields of a host. */
export type HostValue = Pick<PortalHost, 'hostName' | 'isPrimary' | 'themeNodeId'>;

/** The editable fields of a stored organisation: its hosts instead of the primary one only. */
export const OrganisationEdit = z.extend(z.omit(OrganisationInput, { url: true }), { portalHosts: PortalHostList });
export type OrganisationEdit = z.infer<typeof OrganisationEdit>;

/** Form values of a new organisation; the language is a plain string until validated. */
export type OrganisationFormValues = Omit<OrganisationInput, 'defaultLanguage'> & { defaultLanguage: string } & Record<
    string,
    unknown
  >;

type EditedFields = Omit<OrganisationInput, 'defaultLanguage' | 'url'> & {
  defaultLanguage: string;
  portalHosts: HostValue[];
};

/** Form values of a stored organisation. */
export type OrganisationEditValues = EditedFields & Record<string, unknown>;

const labels = {
  name: 'organisations.field.name',
  emailId: 'organisations.field.emailId',
  country: 'organisations.field.country',
  defaultLanguage: 'organisations.field.defaultLanguage',
  address: 'organisations.field.address',
  url: 'organisations.field.url',
  portalHosts: 'organisations.field.portalHosts',
  domains: 'organisations.field.domains',
} as const satisfies Record<OrganisationField, string>;

const allFields = Object.keys(labels) as OrganisationField[];

/** The fields of a new organisation, in display order. */
export const newOrganisationFields = allFields.filter(
  (field): field is keyof OrganisationInput => field !== 'portalHosts',
);

/** The fields of a stored organisation, in display order. */
export const organisationEditFields = allFields.filter((field): field is keyof OrganisationEdit => field !== 'url');

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
  portalHosts,
  domains,
}: Organisation): OrganisationEditValues => ({
  name,
  emailId,
  country,
  defaultLanguage,
  address,
  portalHosts: portalHosts.map(({ hostName, isPrimary, themeNodeId }) => ({ hostName, isPrimary, themeNodeId })),
  domains,
});

/** Domains in one line, the default first. */
export const domainsText = (domains: readonly Domain[]): string =>
  domains
    .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
    .map(({ domainName }) => domainName)
    .join(', ');

/** Hosts in one line, the primary first. */
const hostsText = (hosts: readonly HostValue[]): string =>
  hosts
    .toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
    .map(({ hostName }) => hostName)
    .join(', ');

/** A field's value as display text. */
export function organisationText(
  field: keyof OrganisationEdit,
  value: EditedFields[keyof EditedFields],
  locale: string,
): string {
  if (typeof value !== 'string')
    return field === 'portalHosts' ? hostsText(value as HostValue[]) : domainsText(value as Domain[]);
  if (field === 'country' && value) return countryName(value, locale);
  return field === 'defaultLanguage' && value ? languageName(value, locale) : value;
}

/** Form field of an API error without a field path, by error code. */
export const fieldByErrorCode = {
  'organisation.urlTaken': 'url',
  'organisation.domainTaken': 'domains',
  'organisation.domainInUse': 'domains',
} as const;
