import type { NodeId } from '@storeward/contract/nodes';
import type { deviceConfigurations } from '@storeward/contract/settings/endpoints/device-configuration';
import { sectionNames } from '@storeward/contract/settings/sections';
import type { ManualPublicContext, PublicContext, Service } from '../../platform/http/pipeline/context.ts';
import { ensure } from '../../platform/errors.ts';
import { findDeviceStore } from '../queries.ts';
import { readableValues } from '../resolve.ts';
import type { ConfigurationSigner } from './signing-keys.ts';

/** Looks up what belongs to a device key, by the hash that is stored, and counts a wrong key. */
export type DeviceKeyResolver = <T>(
  context: ManualPublicContext,
  key: string,
  find: (context: PublicContext, hash: Buffer) => Promise<T | undefined>,
) => Promise<T>;

type DeviceConfigurationDependencies = {
  readonly resolveKey: DeviceKeyResolver;
  readonly signer: ConfigurationSigner;
};

/**
 * The effective settings of a store for its devices, which authenticate with a device key. Optionally signed with the
 * organisation's key.
 */
export function deviceConfigurationsService({
  resolveKey,
  signer,
}: DeviceConfigurationDependencies): Service<typeof deviceConfigurations> {
  /** The configuration for the key of a request, and the organisation of its device. */
  async function read(context: ManualPublicContext) {
    const { apiKey } = context.origin;
    // without a key nothing is looked up or counted, but an unknown host is the first error
    if (!apiKey) await context.transaction(async () => undefined);
    ensure(apiKey, 'device.keyUnknown');
    const { deviceStore, orgId } = await resolveKey(context, apiKey, async ({ db, portal: { scope } }, hash) => {
      const found = await findDeviceStore(db, scope, hash, sectionNames);
      return found && { deviceStore: found, orgId: scope.orgId };
    });
    const { settings, id, since, ...store } = deviceStore;
    const valuesOf = readableValues(settings);
    const sections = Object.fromEntries(sectionNames.map((name) => [name, valuesOf(name)]));
    return { orgId, configuration: { since, store: { id: id as NodeId, ...store }, sections } };
  }
  return {
    get: async (context) => (await read(context)).configuration,
    // contains no request time, so the same settings give the same JWS and ETag
    signed: async (context) => {
      const { orgId, configuration } = await read(context);
      return { jws: signer.signJws(orgId, configuration) };
    },
    keys: async ({ portal }) => ({ keys: signer.publicKeys(portal.scope.orgId) }),
  };
}
