import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { Timestamp, recordFields, requiredText } from './fields.ts';
import { NodeId } from './nodes.ts';
import { pageQuery } from './paging.ts';
import { SectionName } from './settings/sections.ts';
import { WebhookEventName, webhookEvents } from './webhooks/webhook-events.ts';
import { WebhookId, WebhookMessage } from './webhooks/webhook-messages.ts';

export const maxWebhooksPerNode = 20;
/** Days without a successful delivery before a webhook is disabled. */
export const maxFailingDays = 5;
/** Hours for which messages are also signed with the previous secret. */
export const previousSecretHours = 24;
/** Deliveries on a page, unless the request sets a size. */
export const defaultListedDeliveries = 50;
/** Messages that one replay sends again at most. */
export const maxReplayedMessages = 10_000;
/** Characters of a response that are stored for the delivery log. */
export const maxResponseExcerpt = 512;

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Accepts https URLs, and http for loopback addresses only; no credentials in the URL. */
function isWebhookUrl(text: string): boolean {
  if (text === '') return true; // reported as missing by another check
  const url = URL.parse(text);
  if (!url || url.username || url.password) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname));
}

export const WebhookUrl = requiredText(1024).check(z.refine(isWebhookUrl, 'field.webAddress'));

/**
 * The form fields of a webhook. `sections: null` subscribes to all sections. Without `events` a new webhook reports
 * changes of the configuration, and an existing one keeps its events.
 */
export const WebhookInput = z.object({
  description: requiredText(128),
  url: WebhookUrl,
  events: z.optional(
    z.array(WebhookEventName).check(
      z.minLength(1, 'field.required'),
      z.maxLength(webhookEvents.length, 'input.invalid'),
      z.refine((names) => new Set(names).size === names.length, 'input.invalid'),
    ),
  ),
  sections: z.nullable(
    z.array(SectionName).check(
      z.minLength(1, 'field.required'),
      z.maxLength(SectionName.options.length, 'input.invalid'),
      z.refine((names) => new Set(names).size === names.length, 'input.invalid'),
    ),
  ),
});
export type WebhookInput = z.infer<typeof WebhookInput>;

/** A webhook of a node: sends a message when one of its events happens at or below the node. */
export const Webhook = z.object({
  id: WebhookId,
  nodeId: NodeId,
  description: z.string(),
  url: z.string(),
  events: z.array(WebhookEventName),
  /** The sections of `configuration.changed`; null for all. */
  sections: z.nullable(z.array(SectionName)),
  status: z.boolean(),
  /** Start of the current run of failed deliveries; null if the last one succeeded. */
  failingSince: z.nullable(Timestamp),
  /** When it was disabled automatically; null if a user disabled it. */
  turnedOffDate: z.nullable(Timestamp),
  /** Why: after days of failures, or because the receiver answered 410 Gone. */
  turnedOffReason: z.nullable(z.enum(['failing', 'gone'])),
  ...recordFields,
});
export type Webhook = z.infer<typeof Webhook>;

/** A webhook with its signing secret, which no later response contains. */
export const WebhookWithSecret = z.object({ webhook: Webhook, secret: z.string() });
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

/**
 * Reasons of a failed delivery. `gone` is the answer 410, which ends all deliveries; `rejected` an answer that does not change by
 * itself (4xx other than 408, 409, 425 and 429); `refused` any other that is neither 2xx nor a redirect.
 */
export const deliveryFailures = [
  'gone',
  'rejected',
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

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;

/** One message with the state of its delivery. */
export const Delivery = z.object({
  id: z.uuid(),
  message: WebhookMessage,
  createdDate: Timestamp,
  state: z.enum(deliveryStates),
  tries: z.int(),
  lastTry: z.nullable(Timestamp),
  nextTry: z.nullable(Timestamp),
  /** HTTP status of the last response. */
  answer: z.nullable(z.int()),
  /** The first characters of the last response, without what looks like a secret; null if it was empty. */
  response: z.nullable(z.string()),
  trouble: z.nullable(z.enum(deliveryFailures)),
  /** Duration of the last attempt in milliseconds. */
  took: z.nullable(z.int()),
});
export type Delivery = z.infer<typeof Delivery>;

export const DeliveryQuery = z.extend(pageQuery(['createdDate']), {
  state: z.optional(z.enum(deliveryStates)),
  kind: z.optional(z.enum([...webhookEvents, 'webhook.test'])),
  /** Only messages created at this time or later. */
  from: z.optional(z.iso.datetime()),
});

/** Which messages to send again, and how many these are. */
export const ReplayInput = z.object({ from: z.iso.datetime('field.date') });
export const Replay = z.object({ from: Timestamp, messages: z.int() });
export type Replay = z.infer<typeof Replay>;

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
    summary: 'The webhooks of a node, by description.',
    params: nodeParams,
    result: z.array(Webhook),
    errors: nodeErrors,
  },
  create: {
    ...editPermissions,
    method: 'POST',
    path,
    summary:
      'Adds a webhook to a node: it is notified when one of its events happens at or below the node. Events other than `configuration.changed` are for those who may read the audit. Only this response contains the secret by which messages are signed (Standard Webhooks).',
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
    summary: 'Changes the URL, events, sections and description of a webhook.',
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
    summary:
      'Enables or disables a webhook. Disabling discards its pending messages. Enabling clears why it was disabled automatically.',
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
    summary: 'Deletes a webhook with its messages, and returns it.',
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
      'Creates a new secret, which only this response contains. For a day messages are also signed with the previous one, even if the secret is renewed again.',
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
    summary: 'Sends a test message, even if the webhook is disabled.',
    params: webhookParams,
    result: Delivery,
    errors: webhookErrors,
  },
  deliveries: {
    ...editPermissions,
    method: 'GET',
    path: `${webhookPath}/deliveries`,
    summary:
      'The messages of a webhook with the state of their delivery, newest first, fifty at a time. They are kept for 30 days.',
    params: webhookParams,
    query: DeliveryQuery,
    result: Delivery,
    page: true,
    errors: webhookErrors,
  },
  sendAgain: {
    ...editPermissions,
    method: 'POST',
    path: `${webhookPath}/deliveries/{messageId}/again`,
    summary: 'Sends a message again, with the same id.',
    params: z.extend(webhookParams, { messageId: z.uuid() }),
    result: Delivery,
    errors: [...webhookErrors, 'webhook.messageUnknown'],
  },
  replay: {
    ...editPermissions,
    method: 'POST',
    path: `${webhookPath}/replay`,
    summary:
      'Sends all messages again that were created since a time, oldest first and with the same ids, in the background. Tests and messages that still wait are left out.',
    params: webhookParams,
    body: ReplayInput,
    lane: 'report',
    bound: { most: maxReplayedMessages, of: 'messages', error: 'webhook.tooManyToReplay' },
    result: Replay,
    errors: [...webhookErrors, 'webhook.tooManyToReplay'],
  },
});
