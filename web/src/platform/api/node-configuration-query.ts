import type { NodeId } from '@storeward/contract/nodes';
import type { nodeConfigurations } from '@storeward/contract/settings/endpoints/node-configuration';
import { endpointQuery } from './api.ts';

type NodeConfigurationEndpoint = typeof nodeConfigurations.get;

/**
 * Only the method and path are needed. Importing the endpoint would load the schema of its result with the definitions
 * of all sections, 12 KiB that no first screen uses.
 */
const request = { method: 'GET', path: '/node-management/node/{id}/configuration' } as const satisfies Pick<
  NodeConfigurationEndpoint,
  'method' | 'path'
>;

/** The effective configuration of a node in the user's scope or above it. */
export const nodeConfigurationQuery = (id: NodeId) =>
  endpointQuery(request as NodeConfigurationEndpoint, { params: { id }, query: {} });
