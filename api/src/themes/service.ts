import { defaultTheme, Theme, type themes } from '@storeward/contract/themes';
import type { Service } from '../platform/context.ts';
import { findSection } from '../settings/queries.ts';

/** The looks of the portals. */
export const themesService: Service<typeof themes> = {
  async ofHost({ db, portal }) {
    const own = await findSection(db, portal.scope, portal.orgId, 'theme');
    // a value that is no longer understood must not take the sign-in page down with it
    const parsed = Theme.safeParse({ ...defaultTheme, ...own });
    return parsed.success ? parsed.data : defaultTheme;
  },
};
