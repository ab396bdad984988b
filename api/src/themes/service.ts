import { themeFrom } from '@storeward/contract/settings/theme';
import { type themes } from '@storeward/contract/themes';
import type { Service } from '../platform/context.ts';
import { findSection } from '../settings/queries.ts';

/** The looks of the portals. */
export const themesService: Service<typeof themes> = {
  // a value that is no longer understood must not take the sign-in page down with it
  ofHost: async ({ db, portal }) => themeFrom(await findSection(db, portal.scope, portal.orgId, 'theme')),
};
