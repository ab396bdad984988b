import { modules } from '@storeward/contract/modules';
import { configuredValues } from '@storeward/contract/settings/configuration-values';

/** The name of a module; a node's settings may rename the e-basket. */
export function moduleName(code: string, configuration: object): string {
  const displayName = code === 'ebasket' ? configuredValues(configuration, 'ebasketDisplay').displayName : undefined;
  return displayName || (modules.find((module) => module.code === code)?.name ?? code);
}
