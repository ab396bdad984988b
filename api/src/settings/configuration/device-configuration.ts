import type { NodeId } from '@storeward/contract/nodes';
import type { deviceConfigurations } from '@storeward/contract/settings/endpoints/device-configuration';
import { sectionNames } from '@storeward/contract/settings/sections';
import type { Service } from '../../platform/http/pipeline/context.ts';
import { ensure } from '../../platform/errors.ts';
import { findDeviceStore } from '../queries.ts';
import { readableValues } from '../resolve.ts';
import type { ConfigurationSigner } from './signing-keys.ts';

type DeviceConfigurationDependencies = {
  /** Hashes a device key as it is stored. */
  readonly hashOf: (key: string) => Buffer;
  readonly signer: ConfigurationSigner;
};

/**
 * The effective settings of a store for its devices, which authenticate with a device key. Optionally signed with the
 * organisation's key.
 */
export function deviceConfigurationsService({
  hashOf,
  signer,
}: DeviceConfigurationDependencies): Service<typeof deviceConfigurations> {
  const get: Service<typeof deviceConfigurations>['get'] = async ({ db, portal, origin }) => {
    ensure(origin.apiKey, 'device.keyUnknown');
    const deviceStore = await findDeviceStore(db, portal.scope, hashOf(origin.apiKey), sectionNames);
    ensure(deviceStore, 'device.keyUnknown');
    const { settings, id, since, ...store } = deviceStore;
    const valuesOf = readableValues(settings);
    return {
      since,
      store: { id: id as NodeId, ...store },
      sections: Object.fromEntries(sectionNames.map((name) => [name, valuesOf(name)])),
    };
  };
  return {
    get,
    // contains no request time, so the same settings give the same JWS and ETag
    signed: async (context, input) => ({
      jws: signer.signJws(context.portal.scope.orgId, await get(context, input)),
    }),
    keys: async ({ portal }) => ({ keys: signer.publicKeys(portal.scope.orgId) }),
  };
}
