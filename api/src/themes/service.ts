import { readyThemes } from '@storeward/contract/settings/ready-themes';
import { themeFrom } from '@storeward/contract/settings/theme';
import { type themes } from '@storeward/contract/themes';
import type { Service } from '../platform/context.ts';
import { hasOrganisation } from '../organisations/queries.ts';
import { demand } from '../platform/errors.ts';
import { findSection } from '../settings/queries.ts';

/** The looks of the portals. */
export const themesService: Service<typeof themes> = {
  ready: async () => readyThemes.map((look, index) => ({ ...look, isDefaultSelected: index === 0 })),

  // a value that is no longer understood must not take the sign-in page down with it
  ofHost: async ({ db, portal }) => themeFrom(await findSection(db, portal.scope, portal.orgId, 'theme')),

  async ofOrganisation({ db, actor }, { params }) {
    const [known, values] = await Promise.all([
      hasOrganisation(db, actor.scope, params.id),
      findSection(db, actor.scope, params.id, 'theme'),
    ]);
    demand(known, 'node.unknown');
    return themeFrom(values);
  },
};
