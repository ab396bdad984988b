import type { ModuleCode } from '@storeward/contract/modules';
import { configuredValues } from '@storeward/contract/settings/engine/configuration-paths';
import { useConfiguration } from '../configuration.ts';
import { useModulesInUse } from '../text/module-names.ts';
import { useSession } from './session.ts';

/** A module that the user's role contains, under the name it has at the user's node, and with its logo if it has one. */
export type OwnModule = { readonly code: ModuleCode; readonly name: string; readonly logo?: string };

/** The modules of the user's role that have a code and are in use at the user's node, by name. */
export function useOwnModules(): readonly OwnModule[] {
  const { userModules } = useSession();
  const { displayLogo } = configuredValues(useConfiguration(), 'ebasketDisplay');
  return useModulesInUse()
    .filter(({ code }) => userModules.includes(code))
    .map((module) => ({ ...module, ...(module.code === 'ebasket' && displayLogo && { logo: displayLogo }) }))
    .sort((one, other) => one.name.localeCompare(other.name));
}
