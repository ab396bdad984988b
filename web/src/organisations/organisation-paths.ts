import type { OrganisationRow } from '@storeward/contract/organisations';

type OrganisationRef = Pick<OrganisationRow, 'id'>;

export const organisationListPath = '/organisation';

export const organisationCreatePath = '/organisation/create';

export const organisationViewPath = ({ id }: OrganisationRef): string => `/organisation/${id}/view`;

export const organisationEditPath = ({ id }: OrganisationRef): string => `/organisation/${id}/edit`;
