import type { OrganisationRow } from '@storeward/contract/organisations';

type Named = Pick<OrganisationRow, 'id'>;

/** Where the organisations are listed. */
export const listAddress = '/organisation';

/** Where one is made. */
export const createAddress = '/organisation/create';

/** Where one is looked at. */
export const viewAddress = ({ id }: Named): string => `/organisation/${id}/view`;

/** Where one is changed. */
export const editAddress = ({ id }: Named): string => `/organisation/${id}/edit`;
