import { modules } from '@storeward/contract/modules';
import type { NodeConfiguration } from '@storeward/contract/settings/node-configuration';

/** What a module is called here: places may give the e-basket a name of their own. */
export function moduleName(
  code: string,
  configuration: Partial<Pick<NodeConfiguration, 'eBasketMgmtSettings'>>,
): string {
  const own = code === 'ebasket' ? configuration.eBasketMgmtSettings?.[0]?.displaySettings.displayName : undefined;
  return own || (modules.find((module) => module.code === code)?.name ?? code);
}
