import { userChoices } from '@storeward/contract/user-lists';
import { read } from '../platform/api.ts';

/** The roles that a list of users can be narrowed to. */
export const rolesToChoose = () => ({ ...read(userChoices.roles, { query: {} }), staleTime: 60_000 });
