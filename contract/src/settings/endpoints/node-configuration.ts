import * as z from 'zod/mini';
import { NodeType } from '../../access.ts';
import { endpoints } from '../../endpoint.ts';
import { Timestamp } from '../../fields.ts';
import { NodeId } from '../../nodes.ts';
import { configurationShape } from '../engine/configuration-values.ts';
import { SessionTimes } from '../sections/session-times.ts';
import { AtTimestamp } from '../engine/timestamps.ts';

/** The effective configuration of a node: own values, else those of the nearest ancestor that has one. */
export const NodeConfiguration = z.object({
  ...configurationShape,
  nodeDetail: z.object({ id: NodeId, name: z.string(), nodeType: NodeType, orgCode: z.string() }),
  sessionTimes: SessionTimes,
  /** The time the values apply to; absent for the current time. */
  at: z.optional(Timestamp),
});
export type NodeConfiguration = z.infer<typeof NodeConfiguration>;

export const nodeConfigurations = endpoints({
  get: {
    method: 'GET',
    path: '/node-management/node/{id}/configuration',
    summary:
      'The effective configuration of a node in or above the current user’s scope. It requires no permission; `at`, for another time, requires a permission for viewing settings.',
    allow: 'signedIn',
    byApiKey: 'allow',
    params: z.object({ id: NodeId }),
    query: z.object({ at: z.optional(AtTimestamp) }),
    result: NodeConfiguration,
    errors: ['node.unknown', 'setting.notToldThen'],
  },
});
