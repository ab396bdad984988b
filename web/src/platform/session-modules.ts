import { moduleCodes, type ModuleCode } from '@storeward/contract/modules';
import { useModuleNames } from './module-names.ts';
import { useSession } from './session.ts';

/** A module that the user's role contains, under the name it has at the user's node. */
export type OwnModule = { readonly code: ModuleCode; readonly name: string };

/** The modules of the user's role that have a code, by name. */
export function useOwnModules(): readonly OwnModule[] {
  const { userModules } = useSession();
  const nameOf = useModuleNames();
  return moduleCodes
    .filter((code) => userModules.includes(code))
    .map((code) => ({ code, name: nameOf(code) }))
    .sort((one, other) => one.name.localeCompare(other.name));
}
