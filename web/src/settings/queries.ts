import type { NodeId } from '@storeward/contract/nodes';
import { nodeConfigurations } from '@storeward/contract/settings/node-configuration';
import { read } from '../platform/api.ts';

/** The configuration in force at a place of the reader's own area, or above it. */
export const nodeConfiguration = (id: NodeId) => read(nodeConfigurations.get, { params: { id } });
