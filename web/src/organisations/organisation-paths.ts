import type { OrganisationRow } from '@storeward/contract/organisations';
import type { ScreenAddress } from '../ui/page/link.tsx';

type OrganisationRef = Pick<OrganisationRow, 'id'>;

export const organisationListPath = '/organisation';

export const organisationCreatePath = '/organisation/create';

export const organisationViewPath = ({ id }: OrganisationRef): ScreenAddress => `/organisation/${id}/view`;

export const organisationEditPath = ({ id }: OrganisationRef): ScreenAddress => `/organisation/${id}/edit`;
