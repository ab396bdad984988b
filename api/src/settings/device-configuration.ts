import type { NodeId } from '@storeward/contract/nodes';
import type { deviceConfigurations } from '@storeward/contract/settings/device-configuration';
import { sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import type { Service } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import { findForDevice } from './queries.ts';
import { inForce } from './resolve.ts';

/** Fields that no device is told. */
const isTold = ({ kind }: { kind: string }) => kind !== 'secret';

/** What a store works with, for whoever holds the key of one of its devices; `hashOf` makes of a key what is kept of it. */
export const deviceConfigurationsService = (hashOf: (key: string) => Buffer): Service<typeof deviceConfigurations> => ({
  async get({ db, portal, origin }) {
    demand(origin.apiKey, 'device.keyUnknown');
    const found = await findForDevice(db, portal.scope, hashOf(origin.apiKey), sectionNames);
    demand(found, 'device.keyUnknown');
    const { settings, id, ...store } = found;
    const valuesOf = inForce(settings);
    return {
      store: { id: id as NodeId, ...store },
      sections: Object.fromEntries(
        sectionNames.map((name) => {
          const values = valuesOf(name);
          const told = Object.entries(sectionOf(name).fields).filter(([, field]) => isTold(field));
          return [name, Object.fromEntries(told.map(([field, { standard }]) => [field, values[field] ?? standard]))];
        }),
      ),
    };
  },
});
