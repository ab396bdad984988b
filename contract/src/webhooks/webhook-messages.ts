import * as z from 'zod/mini';
import { NodeType } from '../access.ts';
import { auditEntities } from '../audit.ts';
import { Timestamp } from '../fields.ts';
import { NodeId } from '../nodes.ts';
import { SectionName } from '../settings/sections.ts';
import { RecordEventName } from './webhook-events.ts';

export const WebhookId = z.uuid().brand<'WebhookId'>();
export type WebhookId = z.infer<typeof WebhookId>;

const messageFields = {
  /** Sent as `webhook-id` as well; the same each time the message is sent. */
  id: z.uuid(),
  time: Timestamp,
  webhookId: WebhookId,
};
const MessageNode = z.object({ id: NodeId, code: z.string(), name: z.string(), nodeType: NodeType });

/** A change of effective settings. It contains no values; `fetch` names the endpoints to read them from. */
export const ConfigurationMessage = z.object({
  ...messageFields,
  /** `webhook.test` is sent on request and concerns no store. */
  kind: z.enum(['configuration.changed', 'webhook.test']),
  /** The changed node, or the lowest common ancestor of several. */
  place: MessageNode,
  sections: z.array(SectionName),
  from: Timestamp,
  /** Number of stores at and below the webhook’s node whose effective settings change. */
  stores: z.int(),
  /** For each section the path of the endpoint with the effective values of these stores. */
  fetch: z.array(z.object({ section: SectionName, path: z.string() })),
});
export type ConfigurationMessage = z.infer<typeof ConfigurationMessage>;

/** A change of a record or a security event, as the audit has it. It contains ids and names of fields, and no values. */
export const RecordMessage = z.object({
  ...messageFields,
  kind: RecordEventName,
  /** When it happened; `time` is when the message was created. */
  at: Timestamp,
  record: z.object({ type: z.enum(auditEntities), id: z.uuid() }),
  /** The node that the record belonged to then. */
  place: MessageNode,
  /** The ids of the nodes from that of the webhook down to `place`. */
  path: z.array(NodeId),
  /** The user who did it; null for what the portal did itself and before a sign-in. */
  actorId: z.nullable(z.uuid()),
  /** Names of the changed fields. */
  changed: z.array(z.string()),
  /** The import or bulk change that it belongs to. */
  runId: z.nullable(z.uuid()),
  /** The error code of a security event. */
  reason: z.nullable(z.string()),
  /** How many further events of an hour this one stands for; null for a single one. */
  count: z.nullable(z.int()),
});
export type RecordMessage = z.infer<typeof RecordMessage>;

/** The body of a webhook request. */
export const WebhookMessage = z.discriminatedUnion('kind', [ConfigurationMessage, RecordMessage]);
export type WebhookMessage = z.infer<typeof WebhookMessage>;
