import {
  type WebhookEvent,
  type WebhookEventGroup,
  webhookEventGroups,
} from '@storeward/contract/webhooks/webhook-events';
import type { PhraseKey, t as translate } from './i18n.ts';

type Translate = typeof translate;

const groupKeys: Readonly<Record<WebhookEventGroup, PhraseKey>> = {
  configuration: 'audit.entity.setting',
  users: 'audit.entity.user',
  roles: 'audit.entity.role',
  nodes: 'audit.entity.node',
  devices: 'audit.entity.device',
  products: 'audit.entity.product',
  imports: 'audit.entity.import',
  apiKeys: 'audit.entity.apiKey',
  security: 'webhooks.events.security',
};

type ActionOf<Event extends string> = Event extends `${string}.${infer Action}` ? Action : never;

const actionKeys: Readonly<Record<ActionOf<WebhookEvent>, PhraseKey>> = {
  changed: 'audit.action.settingChanged',
  created: 'audit.action.created',
  updated: 'audit.action.updated',
  enabled: 'audit.action.enabled',
  disabled: 'audit.action.disabled',
  deleted: 'audit.action.deleted',
  moved: 'audit.action.moved',
  roleAssigned: 'audit.action.roleAssigned',
  roleRemoved: 'audit.action.roleRemoved',
  paired: 'audit.action.paired',
  keyEnded: 'audit.action.keyEnded',
  started: 'audit.action.started',
  stopped: 'audit.action.stopped',
  finished: 'audit.action.finished',
  failed: 'audit.action.failed',
  undone: 'audit.action.undone',
  rotated: 'audit.action.keyRotated',
  previousEnded: 'audit.action.previousKeyEnded',
  withdrawn: 'audit.action.keyRevoked',
  usedFromNewAddress: 'audit.action.keyUsedFromNewAddress',
  signInsRefused: 'audit.action.signInRejected',
  accessDenied: 'audit.action.accessDenied',
  tokenReused: 'audit.action.tokenReused',
  deviceRefused: 'audit.action.deviceRefused',
};

export const eventGroupLabel = (group: WebhookEventGroup, t: Translate): string => t(groupKeys[group]);

/** The label of an event within its group. */
export const eventLabel = (event: WebhookEvent, t: Translate): string =>
  t(actionKeys[event.slice(event.indexOf('.') + 1) as ActionOf<WebhookEvent>]);

/** The label of an event with that of its group; the raw name of an unknown one. */
export function fullEventLabel(event: string, t: Translate): string {
  for (const [group, events] of Object.entries(webhookEventGroups)) {
    const known = events.find((name) => name === event);
    if (known) return `${eventGroupLabel(group as WebhookEventGroup, t)}: ${eventLabel(known, t)}`;
  }
  return event;
}
