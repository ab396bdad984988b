import { type ModuleCode, moduleCodes } from '@storeward/contract/modules';

/** Paths that redirect to another one. */
export const redirects = {
  '/': '/dashboard',
  '/om/': '/dashboard',
  '/ross/': '/',
  '/reset-password': '/dashboard',
} as const;

/** The modules whose address is a page of their own; the others redirect. */
export const modulesWithPage = moduleCodes.filter((code) => code !== 'om' && code !== 'ross');

/** The address of a module's page. */
export const modulePath = (code: ModuleCode) => `/${code}/` as const;
