import { modules } from '@storeward/contract/modules';
import type { NodeConfiguration } from '@storeward/contract/settings/node-configuration';

/** The name of a module; a node's settings may rename the e-basket. */
export function moduleName(
  code: string,
  configuration: Partial<Pick<NodeConfiguration, 'eBasketMgmtSettings'>>,
): string {
  const displayName =
    code === 'ebasket' ? configuration.eBasketMgmtSettings?.[0]?.displaySettings.displayName : undefined;
  return displayName || (modules.find((module) => module.code === code)?.name ?? code);
}
