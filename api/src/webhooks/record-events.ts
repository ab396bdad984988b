import type { NodeId } from '@storeward/contract/nodes';
import type { RecordEvent } from '@storeward/contract/webhooks/webhook-events';
import type { RecordMessage, WebhookId } from '@storeward/contract/webhooks/webhook-messages';
import type { AuditEntries } from '../platform/http/pipeline/context.ts';
import type { Db } from '../platform/database/db.ts';
import { newId } from '../platform/database/ids.ts';
import { insertMessages } from './message-queries.ts';

/** The event of each action of the audit that webhooks report. A test compares it with all actions. */
export const eventsByAction: Readonly<Record<string, RecordEvent>> = {
  ...sameName(
    ...(['user.created', 'user.updated', 'user.enabled', 'user.disabled', 'user.deleted'] as const),
    ...(['role.created', 'role.updated', 'role.enabled', 'role.disabled', 'role.deleted'] as const),
    ...(['node.created', 'node.updated', 'node.moved', 'node.enabled', 'node.disabled', 'node.deleted'] as const),
    ...(['device.created', 'device.updated', 'device.paired', 'device.keyEnded', 'device.deleted'] as const),
    ...(['product.created', 'product.updated', 'product.enabled', 'product.disabled', 'product.deleted'] as const),
    ...(['apiKey.created', 'apiKey.updated', 'apiKey.rotated', 'apiKey.previousEnded', 'apiKey.withdrawn'] as const),
    'apiKey.usedFromNewAddress',
    ...(['import.started', 'import.stopped', 'import.finished', 'import.failed', 'import.undone'] as const),
  ),
  'user.emailConfirmed': 'user.updated',
  'user.profileUpdated': 'user.updated',
  'user.pictureChanged': 'user.updated',
  'user.pictureRemoved': 'user.updated',
  'user.roleGiven': 'user.roleAssigned',
  'user.roleTaken': 'user.roleRemoved',
  'session.refused': 'security.signInsRefused',
  'session.reused': 'security.tokenReused',
  'access.denied': 'security.accessDenied',
  'device.refused': 'security.deviceRefused',
};

/** A wrong password alone is no event; one of these, or a count of many, is. */
const lockedReasons = ['signIn.locked', 'signIn.tooMany'];

/** Queues one message for each entry that the webhook reports, in their order. */
export async function queueRecordMessages(db: Db, { scope, webhookId, tpath, time, entries }: AuditEntries) {
  const messages = entries.filter(isReported).map((entry) => ({ message: toMessage(entry, webhookId, time), tpath }));
  if (messages.length > 0) await insertMessages(db, scope, messages);
}

type Entry = AuditEntries['entries'][number];

const isReported = ({ action, reason, count }: Entry): boolean =>
  action !== 'session.refused' || count !== null || lockedReasons.includes(reason ?? '');

function toMessage(
  { at, action, entity, entityId, actorId, fields, runId, reason, count, ...entry }: Entry,
  webhookId: string,
  time: string,
): RecordMessage {
  const kind = eventsByAction[action]!;
  return {
    id: newId(),
    time,
    webhookId: webhookId as WebhookId,
    kind,
    at,
    record: { type: entity as RecordMessage['record']['type'], id: entityId },
    place: entry.place as unknown as RecordMessage['place'],
    path: entry.path.length > 0 ? (entry.path as NodeId[]) : [entry.place.id as NodeId],
    actorId,
    changed: kind.endsWith('.updated') ? [...fields] : [],
    runId,
    // elsewhere it is a text that a user entered
    reason: kind.startsWith('security.') ? reason : null,
    count,
  };
}

function sameName<T extends RecordEvent>(...events: readonly T[]): Record<string, RecordEvent> {
  return Object.fromEntries(events.map((event) => [event, event]));
}
