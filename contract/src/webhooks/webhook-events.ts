import * as z from 'zod/mini';

/**
 * The events that a webhook can report, by group. `configuration.changed` is determined from effective values; all others
 * follow the audit.
 */
export const webhookEventGroups = {
  configuration: ['configuration.changed'],
  users: [
    'user.created',
    'user.updated',
    'user.enabled',
    'user.disabled',
    'user.deleted',
    'user.roleAssigned',
    'user.roleRemoved',
  ],
  roles: ['role.created', 'role.updated', 'role.enabled', 'role.disabled', 'role.deleted'],
  nodes: ['node.created', 'node.updated', 'node.moved', 'node.enabled', 'node.disabled', 'node.deleted'],
  devices: ['device.created', 'device.updated', 'device.paired', 'device.keyEnded', 'device.deleted'],
  products: ['product.created', 'product.updated', 'product.enabled', 'product.disabled', 'product.deleted'],
  imports: ['import.started', 'import.stopped', 'import.finished', 'import.failed', 'import.undone'],
  apiKeys: [
    'apiKey.created',
    'apiKey.updated',
    'apiKey.rotated',
    'apiKey.previousEnded',
    'apiKey.withdrawn',
    'apiKey.usedFromNewAddress',
  ],
  security: ['security.signInsRefused', 'security.accessDenied', 'security.tokenReused', 'security.deviceRefused'],
} as const;

export type WebhookEventGroup = keyof typeof webhookEventGroups;
export const webhookEventGroupNames = Object.keys(webhookEventGroups) as WebhookEventGroup[];
export type WebhookEvent = (typeof webhookEventGroups)[WebhookEventGroup][number];
/** An event that follows an entry of the audit. */
export type RecordEvent = Exclude<WebhookEvent, 'configuration.changed'>;

export const webhookEvents: readonly WebhookEvent[] = Object.values(webhookEventGroups).flat();
export const isRecordEvent = (event: WebhookEvent): event is RecordEvent => event !== 'configuration.changed';
export const recordEvents: readonly RecordEvent[] = webhookEvents.filter(isRecordEvent);

export const WebhookEventName = z.enum(webhookEvents);
export const RecordEventName = z.enum(recordEvents);

/** Whether any of these events follows the audit, so that its readers alone may choose it. */
export const followsAudit = (events: readonly WebhookEvent[]): boolean => events.some(isRecordEvent);
