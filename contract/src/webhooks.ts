import * as z from 'zod/mini';
import { NodeType } from './access.ts';
import { endpoints } from './endpoint.ts';
import { Moment, recordFields, requiredText } from './fields.ts';
import { NodeId } from './nodes.ts';
import { SectionName } from './settings/sections.ts';

/** Which webhook is meant. */
export const WebhookId = z.uuid().brand<'WebhookId'>();
export type WebhookId = z.infer<typeof WebhookId>;

/** How many webhooks one place may have. */
export const mostWebhooks = 20;
/** How many days a webhook may take nothing before it is turned off. */
export const patienceDays = 5;
/** For how many hours the secret before the present one signs too. */
export const oldSecretHours = 24;
/** How many of the last messages are listed. */
export const messagesListed = 50;

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether messages may travel to an address at all: under TLS, or without it within one machine. */
function isWebAddress(text: string): boolean {
  if (text === '') return true; // that it is missing is said already
  const url = URL.parse(text);
  if (!url || url.username || url.password) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname));
}

/** Where messages are sent to. */
export const WebAddress = requiredText(1024).check(z.refine(isWebAddress, 'field.webAddress'));

/** What a person fills in about a webhook; it listens to everything where no sections are chosen. */
export const WebhookInput = z.object({
  description: requiredText(128),
  url: WebAddress,
  sections: z.nullable(
    z.array(SectionName).check(
      z.minLength(1, 'field.required'),
      z.maxLength(SectionName.options.length, 'input.invalid'),
      z.refine((all) => new Set(all).size === all.length, 'input.invalid'),
    ),
  ),
});
export type WebhookInput = z.infer<typeof WebhookInput>;

/** A place's way of telling another system what has changed. */
export const Webhook = z.object({
  id: WebhookId,
  nodeId: NodeId,
  description: z.string(),
  url: z.string(),
  sections: z.nullable(z.array(SectionName)),
  status: z.boolean(),
  /** Since when nothing that was sent has been taken; null while all is well. */
  failingSince: z.nullable(Moment),
  /** When it was turned off because it took nothing for days; null if that was somebody’s decision. */
  turnedOffDate: z.nullable(Moment),
  ...recordFields,
});
export type Webhook = z.infer<typeof Webhook>;

/** A webhook with the secret that its messages are signed with, told this once. */
export const WebhookWithSecret = z.object({ webhook: Webhook, secret: z.string() });
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

/** What a webhook is sent: what changed where, from when on, for how many stores, and where to read what counts there now. */
export const WebhookMessage = z.object({
  id: z.uuid(),
  time: Moment,
  /** A test is sent when somebody asks for it, and says nothing about any store. */
  kind: z.enum(['configuration.changed', 'webhook.test']),
  webhookId: WebhookId,
  /** The place that was changed, or the lowest one above all that were. */
  place: z.object({ id: NodeId, code: z.string(), name: z.string(), nodeType: NodeType }),
  sections: z.array(SectionName),
  from: Moment,
  /** How many stores at and below the webhook’s place work with something else from then on. */
  stores: z.int(),
  /** For each section the path of the door that tells what counts at these stores. */
  fetch: z.array(z.object({ section: SectionName, path: z.string() })),
});
export type WebhookMessage = z.infer<typeof WebhookMessage>;

/** Why a message was not taken. */
export const webhookTroubles = [
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
export type WebhookTrouble = (typeof webhookTroubles)[number];

/** What became of one message. */
export const Delivery = z.object({
  id: z.uuid(),
  message: WebhookMessage,
  createdDate: Moment,
  state: z.enum(['waiting', 'delivered', 'failed']),
  tries: z.int(),
  lastTry: z.nullable(Moment),
  nextTry: z.nullable(Moment),
  /** The status of the last answer; nothing more of it is kept. */
  answer: z.nullable(z.int()),
  trouble: z.nullable(z.enum(webhookTroubles)),
  /** How long the last try took, in milliseconds. */
  took: z.nullable(z.int()),
});
export type Delivery = z.infer<typeof Delivery>;

const atPlace = z.object({ id: NodeId });
const byId = z.object({ id: NodeId, webhookId: WebhookId });
// an address may hold a word that opens it, so no answer with one is kept
const path = '/node-management/node/{id}/webhooks';
const one = `${path}/{webhookId}` as const;
/** Which of the two is needed, the service says by the kind of place. */
const editors = { allow: { any: ['EDIT_NODE_CONFIGURATION', 'UPDATE_ORGANISATION_CONFIG'] } } as const;
const refused = ['node.unknown', 'setting.notYours'] as const;
const refusedOne = ['webhook.unknown', 'setting.notYours'] as const;

/** Whom the retailer’s own systems are told by. */
export const webhooks = endpoints({
  list: {
    ...editors,
    method: 'GET',
    path,
    about: 'The webhooks of one place, by description.',
    params: atPlace,
    result: z.array(Webhook),
    errors: refused,
  },
  create: {
    ...editors,
    method: 'POST',
    path,
    about:
      'Adds a webhook to a place: it is told when what a store there or below works with changes. The secret that its messages are signed with (Standard Webhooks) is told in this answer alone.',
    params: atPlace,
    body: WebhookInput,
    secretAnswer: true,
    takesSecret: true,
    result: WebhookWithSecret,
    errors: [...refused, 'webhook.tooMany'],
  },
  update: {
    ...editors,
    method: 'PUT',
    path: one,
    about: 'Changes where a webhook sends to, what it listens to, and what it is called.',
    params: byId,
    body: WebhookInput,
    versioned: true,
    takesSecret: true,
    keepsNoAnswer: true,
    result: Webhook,
    errors: [...refusedOne, 'record.stale'],
  },
  setStatus: {
    ...editors,
    method: 'PUT',
    path: `${one}/status`,
    about: 'Turns a webhook off or on. What waits to be sent when it is turned off is given up.',
    params: byId,
    body: z.object({ status: z.boolean() }),
    keepsNoAnswer: true,
    result: Webhook,
    errors: refusedOne,
  },
  remove: {
    ...editors,
    method: 'DELETE',
    path: one,
    about: 'Deletes a webhook with everything it was to be sent, and tells it for the last time.',
    params: byId,
    versioned: true,
    keepsNoAnswer: true,
    result: Webhook,
    errors: [...refusedOne, 'record.stale'],
  },
  renewSecret: {
    ...editors,
    method: 'POST',
    path: `${one}/secret`,
    about:
      'Makes a new secret, told in this answer alone; for a day messages are signed with the one before it too, also when it is made anew meanwhile.',
    params: byId,
    secretAnswer: true,
    takesSecret: true,
    result: WebhookWithSecret,
    errors: refusedOne,
  },
  test: {
    ...editors,
    method: 'POST',
    path: `${one}/test`,
    about: 'Sends a message that says nothing but that it is a test, also while the webhook is off.',
    params: byId,
    result: Delivery,
    errors: refusedOne,
  },
  deliveries: {
    ...editors,
    method: 'GET',
    path: `${one}/deliveries`,
    about: 'The last fifty messages of a webhook, the newest first, and what became of them.',
    params: byId,
    result: z.array(Delivery),
    errors: refusedOne,
  },
  sendAgain: {
    ...editors,
    method: 'POST',
    path: `${one}/deliveries/{messageId}/again`,
    about: 'Sends a message once more, under the same id.',
    params: z.extend(byId, { messageId: z.uuid() }),
    result: Delivery,
    errors: [...refusedOne, 'webhook.messageUnknown'],
  },
});
