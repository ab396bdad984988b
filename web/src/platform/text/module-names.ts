import { type ModuleCode, moduleCodes, modules } from '@storeward/contract/modules';
import type { NodeId } from '@storeward/contract/nodes';
import { configuredValues } from '@storeward/contract/settings/engine/configuration-paths';
import { useQuery } from '@tanstack/react-query';
import { useConfiguration } from '../configuration.ts';
import { nodeConfigurationQuery } from '../api/node-configuration-query.ts';

/** The name of a module; a node's settings may rename the e-basket. */
export function moduleName(code: string, configuration: object): string {
  const displayName = code === 'ebasket' ? configuredValues(configuration, 'ebasketDisplay').displayName : undefined;
  return displayName || (modules.find((module) => module.code === code)?.name ?? code);
}

/** The configuration of the given node, or of the user's own; empty until it is loaded. */
function useConfigurationOf(node?: NodeId): object {
  const own = useConfiguration();
  const query = nodeConfigurationQuery(node!);
  const isOther = node !== undefined && node !== own.orgDetails?.id;
  // not `skipToken`: observers of a query share its function, so this one would replace that of `loadSettings`
  const { data } = useQuery({ ...query, enabled: isOther, meta: { quiet: true } });
  return isOther ? (data ?? {}) : own;
}

/** Names modules as the user's own node does, or as the given node does. */
export function useModuleNames(node?: NodeId): (code: string) => string {
  const configuration = useConfigurationOf(node);
  return (code) => moduleName(code, configuration);
}

/** The modules in use at the user's own node, or at the given node, under the names that it gives them. */
export function useModulesInUse(node?: NodeId): readonly { readonly code: ModuleCode; readonly name: string }[] {
  const configuration = useConfigurationOf(node);
  const inUse = configuredValues(configuration, 'modulesInUse');
  return moduleCodes
    .filter((code) => inUse[code] !== false)
    .map((code) => ({ code, name: moduleName(code, configuration) }));
}
