import type { NodeId } from '@storeward/contract/nodes';
import type { deviceConfigurations } from '@storeward/contract/settings/device-configuration';
import { sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import type { Service } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import { findForDevice } from './queries.ts';
import { inForce } from './resolve.ts';
import type { Signing } from './signing-keys.ts';

/** Fields that no device is told. */
const isTold = ({ kind }: { kind: string }) => kind !== 'secret';

type Parts = {
  /** Makes of a device's key what is kept of it. */
  readonly hashOf: (key: string) => Buffer;
  readonly signing: Signing;
};

/** What a store works with, for whoever holds the key of one of its devices; signed with a key of its organisation if wanted. */
export function deviceConfigurationsService({ hashOf, signing }: Parts): Service<typeof deviceConfigurations> {
  const get: Service<typeof deviceConfigurations>['get'] = async ({ db, portal, origin }) => {
    demand(origin.apiKey, 'device.keyUnknown');
    const found = await findForDevice(db, portal.scope, hashOf(origin.apiKey), sectionNames);
    demand(found, 'device.keyUnknown');
    const { settings, id, since, ...store } = found;
    const valuesOf = inForce(settings);
    return {
      since,
      store: { id: id as NodeId, ...store },
      sections: Object.fromEntries(
        sectionNames.map((name) => {
          const values = valuesOf(name);
          const told = Object.entries(sectionOf(name).fields).filter(([, field]) => isTold(field));
          return [name, Object.fromEntries(told.map(([field, { standard }]) => [field, values[field] ?? standard]))];
        }),
      ),
    };
  };
  return {
    get,
    // it tells since when it holds and not when it was asked for: the same content is the same text, and asking again costs nothing
    signed: async (context, input) => ({
      jws: signing.signed(context.portal.scope.orgId, await get(context, input)),
    }),
    keys: async ({ portal }) => ({ keys: signing.keysOf(portal.scope.orgId) }),
  };
}
