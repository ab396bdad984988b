import { modules } from '@storeward/contract/modules';
import type { NodeId } from '@storeward/contract/nodes';
import { configuredValues } from '@storeward/contract/settings/configuration-values';
import { nodeConfigurations } from '@storeward/contract/settings/node-configuration';
import { skipToken, useQuery } from '@tanstack/react-query';
import { endpointQuery } from './api.ts';
import { useConfiguration } from './configuration.ts';

/** The name of a module; a node's settings may rename the e-basket. */
export function moduleName(code: string, configuration: object): string {
  const displayName = code === 'ebasket' ? configuredValues(configuration, 'ebasketDisplay').displayName : undefined;
  return displayName || (modules.find((module) => module.code === code)?.name ?? code);
}

/** Names modules as the user's own node does, or as another node that is given. */
export function useModuleNames(node?: NodeId): (code: string) => string {
  const own = useConfiguration();
  const query = endpointQuery(nodeConfigurations.get, { params: { id: node! }, query: {} });
  const isOther = node !== undefined && node !== own.orgDetails?.id;
  const { data } = useQuery({ ...query, ...(!isOther && { queryFn: skipToken }), meta: { quiet: true } });
  const configuration = isOther ? (data ?? {}) : own;
  return (code) => moduleName(code, configuration);
}
