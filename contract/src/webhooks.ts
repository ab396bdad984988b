import * as z from 'zod/mini';
import { NodeType } from './access.ts';
import { endpoints } from './endpoint.ts';
import { Timestamp, recordFields, requiredText } from './fields.ts';
import { NodeId } from './nodes.ts';
import { SectionName } from './settings/sections.ts';

export const WebhookId = z.uuid().brand<'WebhookId'>();
export type WebhookId = z.infer<typeof WebhookId>;

export const maxWebhooksPerNode = 20;
/** Days without a successful delivery before a webhook is disabled. */
export const maxFailingDays = 5;
/** Hours for which messages are also signed with the previous secret. */
export const previousSecretHours = 24;
export const maxListedDeliveries = 50;

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Accepts https URLs, and http for loopback addresses only; no credentials in the URL. */
function isWebhookUrl(text: string): boolean {
  if (text === '') return true; // reported as missing by another check
  const url = URL.parse(text);
  if (!url || url.username || url.password) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname));
}

export const WebhookUrl = requiredText(1024).check(z.refine(isWebhookUrl, 'field.webAddress'));

/** The form fields of a webhook. `sections: null` subscribes to all sections. */
export const WebhookInput = z.object({
  description: requiredText(128),
  url: WebhookUrl,
  sections: z.nullable(
    z.array(SectionName).check(
      z.minLength(1, 'field.required'),
      z.maxLength(SectionName.options.length, 'input.invalid'),
      z.refine((names) => new Set(names).size === names.length, 'input.invalid'),
    ),
  ),
});
export type WebhookInput = z.infer<typeof WebhookInput>;

/** A webhook of a node: sends a message when effective settings at or below the node change. */
export const Webhook = z.object({
  id: WebhookId,
  nodeId: NodeId,
  description: z.string(),
  url: z.string(),
  sections: z.nullable(z.array(SectionName)),
  status: z.boolean(),
  /** Start of the current run of failed deliveries; null if the last one succeeded. */
  failingSince: z.nullable(Timestamp),
  /** When it was disabled automatically after days of failures; null if a user disabled it. */
  turnedOffDate: z.nullable(Timestamp),
  ...recordFields,
});
export type Webhook = z.infer<typeof Webhook>;

/** A webhook with its signing secret, which no later response contains. */
export const WebhookWithSecret = z.object({ webhook: Webhook, secret: z.string() });
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

/** The body of a webhook request. It contains no values; `fetch` names the endpoints to read them from. */
export const WebhookMessage = z.object({
  id: z.uuid(),
  time: Timestamp,
  /** `webhook.test` is sent on request and concerns no store. */
  kind: z.enum(['configuration.changed', 'webhook.test']),
  webhookId: WebhookId,
  /** The changed node, or the lowest common ancestor of several. */
  place: z.object({ id: NodeId, code: z.string(), name: z.string(), nodeType: NodeType }),
  sections: z.array(SectionName),
  from: Timestamp,
  /** Number of stores at and below the webhook’s node whose effective settings change. */
  stores: z.int(),
  /** For each section the path of the endpoint with the effective values of these stores. */
  fetch: z.array(z.object({ section: SectionName, path: z.string() })),
});
export type WebhookMessage = z.infer<typeof WebhookMessage>;

/** Reasons of a failed delivery. */
export const deliveryFailures = [
  'refused',
  'redirected',
  'timeout',
  'noConnection',
  'unknownHost',
  'badCertificate',
  'privateAddress',
  'noSecret',
  'turnedOff',
] as const;
export type DeliveryFailure = (typeof deliveryFailures)[number];

/** One message with the state of its delivery. */
export const Delivery = z.object({
  id: z.uuid(),
  message: WebhookMessage,
  createdDate: Timestamp,
  state: z.enum(['waiting', 'delivered', 'failed']),
  tries: z.int(),
  lastTry: z.nullable(Timestamp),
  nextTry: z.nullable(Timestamp),
  /** HTTP status of the last response; nothing else of it is stored. */
  answer: z.nullable(z.int()),
  trouble: z.nullable(z.enum(deliveryFailures)),
  /** Duration of the last attempt in milliseconds. */
  took: z.nullable(z.int()),
});
export type Delivery = z.infer<typeof Delivery>;

const nodeParams = z.object({ id: NodeId });
const webhookParams = z.object({ id: NodeId, webhookId: WebhookId });
// a webhook URL may contain a credential, so responses with one are not stored for idempotency
const path = '/node-management/node/{id}/webhooks';
const webhookPath = `${path}/{webhookId}` as const;
/** The service checks which of the two the node type requires. */
const editPermissions = { allow: { any: ['EDIT_NODE_CONFIGURATION', 'UPDATE_ORGANISATION_CONFIG'] } } as const;
const nodeErrors = ['node.unknown', 'setting.notYours'] as const;
const webhookErrors = ['webhook.unknown', 'setting.notYours'] as const;

/** Webhooks of nodes. */
export const webhooks = endpoints({
  list: {
    ...editPermissions,
    method: 'GET',
    path,
    summary: 'The webhooks of one place, by description.',
    params: nodeParams,
    result: z.array(Webhook),
    errors: nodeErrors,
  },
  create: {
    ...editPermissions,
    method: 'POST',
    path,
    summary:
      'Adds a webhook to a place: it is told when what a store there or below works with changes. The secret that its messages are signed with (Standard Webhooks) is told in this answer alone.',
    params: nodeParams,
    body: WebhookInput,
    secretResponse: true,
    takesSecret: true,
    result: WebhookWithSecret,
    errors: [...nodeErrors, 'webhook.tooMany'],
  },
  update: {
    ...editPermissions,
    method: 'PUT',
    path: webhookPath,
    summary: 'Changes where a webhook sends to, what it listens to, and what it is called.',
    params: webhookParams,
    body: WebhookInput,
    versioned: true,
    takesSecret: true,
    skipsIdempotency: true,
    result: Webhook,
    errors: [...webhookErrors, 'record.stale'],
  },
  setStatus: {
    ...editPermissions,
    method: 'PUT',
    path: `${webhookPath}/status`,
    summary: 'Turns a webhook off or on. What waits to be sent when it is turned off is given up.',
    params: webhookParams,
    body: z.object({ status: z.boolean() }),
    skipsIdempotency: true,
    result: Webhook,
    errors: webhookErrors,
  },
  remove: {
    ...editPermissions,
    method: 'DELETE',
    path: webhookPath,
    summary: 'Deletes a webhook with everything it was to be sent, and tells it for the last time.',
    params: webhookParams,
    versioned: true,
    skipsIdempotency: true,
    result: Webhook,
    errors: [...webhookErrors, 'record.stale'],
  },
  renewSecret: {
    ...editPermissions,
    method: 'POST',
    path: `${webhookPath}/secret`,
    summary:
      'Makes a new secret, told in this answer alone; for a day messages are signed with the one before it too, also when it is made anew meanwhile.',
    params: webhookParams,
    secretResponse: true,
    takesSecret: true,
    result: WebhookWithSecret,
    errors: webhookErrors,
  },
  test: {
    ...editPermissions,
    method: 'POST',
    path: `${webhookPath}/test`,
    summary: 'Sends a message that says nothing but that it is a test, also while the webhook is off.',
    params: webhookParams,
    result: Delivery,
    errors: webhookErrors,
  },
  deliveries: {
    ...editPermissions,
    method: 'GET',
    path: `${webhookPath}/deliveries`,
    summary: 'The last fifty messages of a webhook, the newest first, and what became of them.',
    params: webhookParams,
    result: z.array(Delivery),
    errors: webhookErrors,
  },
  sendAgain: {
    ...editPermissions,
    method: 'POST',
    path: `${webhookPath}/deliveries/{messageId}/again`,
    summary: 'Sends a message once more, under the same id.',
    params: z.extend(webhookParams, { messageId: z.uuid() }),
    result: Delivery,
    errors: [...webhookErrors, 'webhook.messageUnknown'],
  },
});
