import type { NodeId } from '@storeward/contract/nodes';
import type { nodeConfigurations } from '@storeward/contract/settings/node-configuration';
import type { Service } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import { findSettingsAlong } from './queries.ts';
import { configurationSections, type Decided, resolve } from './resolve.ts';

/** What places work with. */
export function settingsService(decided: Decided): Service<typeof nodeConfigurations> {
  return {
    async get({ db, actor }, { params }) {
      const found = await findSettingsAlong(db, actor.scope, params.id, configurationSections);
      demand(found, 'node.unknown');
      const { settings, id, ...place } = found;
      return { ...resolve(settings, decided), nodeDetail: { ...place, id: id as NodeId } };
    },
  };
}
