import { randomBytes } from 'node:crypto';
import type { NodeId } from '@storeward/contract/nodes';
import { audit } from '@storeward/contract/audit';
import { permits } from '@storeward/contract/access';
import { pageParams } from '@storeward/contract/paging';
import { followsAudit, type WebhookEvent } from '@storeward/contract/webhooks/webhook-events';
import type { ConfigurationMessage, WebhookId } from '@storeward/contract/webhooks/webhook-messages';
import type { Delivery, Webhook, WebhookInput, webhooks } from '@storeward/contract/webhooks';
import { defaultListedDeliveries, maxReplayedMessages, maxWebhooksPerNode } from '@storeward/contract/webhooks';
import { difference, insertAudit } from '../audit/queries.ts';
import { findTreePosition } from '../nodes/queries.ts';
import type { Actor, Scope } from '../platform/actor.ts';
import type { Context, Service } from '../platform/http/pipeline/context.ts';
import { decodeCursor, encodeCursor, pageOf } from '../platform/database/cursor-pagination.ts';
import type { Db } from '../platform/database/db.ts';
import { ensure, ApiError } from '../platform/errors.ts';
import { newId } from '../platform/database/ids.ts';
import type { SafeFetch } from '../platform/security/safe-fetch.ts';
import { mayEdit } from '../settings/policy.ts';
import * as messages from './message-queries.ts';
import { findMessageNode } from './change-event-queries.ts';
import * as queries from './queries.ts';

export type WebhookDependencies = {
  /** Encrypts a secret with the organisation's key. */
  readonly encrypt: (
    db: Db,
    scope: Scope,
    secret: string,
    belongsTo: queries.SecretOwner,
  ) => Promise<queries.EncryptedSecret>;
  readonly httpClient: SafeFetch;
  /** Wakes the webhook worker. */
  readonly wake: () => void;
};

/** Webhooks of nodes. */
export function webhooksService({ encrypt, httpClient, wake }: WebhookDependencies): Service<typeof webhooks> {
  return {
    async list({ db, actor }, { params: { id } }) {
      await findEditableNode({ db, actor }, id, { lock: false });
      return (await queries.listWebhooks(db, actor.scope, id)).map(toWebhook);
    },

    async create(context, { params, body }) {
      const { db, actor } = context;
      await queries.lockNode(db, actor.scope, params.id);
      const node = await findEditableNode(context, params.id);
      ensureReachable(body);
      ensureMayChoose(actor, body.events ?? []);
      const existing = await queries.listWebhooks(db, actor.scope, params.id);
      ensure(existing.length < maxWebhooksPerNode, 'webhook.tooMany');
      const [id, newSecretText] = [newId(), newSecret()];
      const encrypted = await encrypt(db, actor.scope, newSecretText, queries.secretOwner(id));
      await queries.insertWebhook(db, actor.scope, { id, node, input: body, secret: encrypted }, actor.userId);
      const after = await lockWebhook(context, params.id, id);
      await auditChange(context, after, 'webhook.created', { after: auditedFields(after) });
      return { webhook: toWebhook(after), secret: newSecretText };
    },

    async update(context, { params, body, version }) {
      const { db, actor } = context;
      const before = await lockWebhook(context, params.id, params.webhookId, version);
      ensureReachable(body);
      ensureMayChoose(actor, body.events ?? before.events);
      await queries.updateWebhook(db, actor.scope, before.id, { input: body }, actor.userId);
      const after = await lockWebhook(context, params.id, params.webhookId);
      await auditChange(context, after, 'webhook.updated', difference(auditedFields(before), auditedFields(after)));
      return toWebhook(after);
    },

    async setStatus(context, { params, body: { status } }) {
      const { db, actor } = context;
      const before = await lockWebhook(context, params.id, params.webhookId);
      if (before.status === status) return toWebhook(before);
      await queries.updateWebhook(db, actor.scope, before.id, { status }, actor.userId);
      if (!status) await messages.cancelPendingMessages(db, actor.scope, before.id);
      const action = status ? 'webhook.enabled' : 'webhook.disabled';
      await auditChange(context, before, action, { before: { status: before.status }, after: { status } });
      return toWebhook(await lockWebhook(context, params.id, params.webhookId));
    },

    async remove(context, { params, version }) {
      const before = await lockWebhook(context, params.id, params.webhookId, version);
      await queries.deleteWebhook(context.db, context.actor.scope, before.id);
      await auditChange(context, before, 'webhook.deleted', { before: auditedFields(before) });
      return toWebhook(before);
    },

    async renewSecret(context, { params }) {
      const { db, actor } = context;
      const before = await lockWebhook(context, params.id, params.webhookId);
      const secret = newSecret();
      const change = { secret: await encrypt(db, actor.scope, secret, queries.secretOwner(before.id)) };
      await queries.updateWebhook(db, actor.scope, before.id, change, actor.userId);
      await auditChange(context, before, 'webhook.secretRenewed', {});
      return { webhook: toWebhook(await lockWebhook(context, params.id, params.webhookId)), secret };
    },

    async test(context, { params }) {
      const { db, actor, afterCommit } = context;
      const webhook = await lockWebhook(context, params.id, params.webhookId);
      const node = await findMessageNode(db, actor.scope, webhook.tpath);
      ensure(node, 'webhook.unknown');
      const id = newId();
      const { time } = node;
      const common = { id, time, from: time, place: node.node, webhookId: webhook.id as WebhookId };
      const message: ConfigurationMessage = { ...common, kind: 'webhook.test', sections: [], stores: 0, fetch: [] };
      await messages.insertMessages(db, actor.scope, [{ message, tpath: webhook.tpath }]);
      afterCommit(async () => wake());
      return findDelivery(context, webhook.id, id);
    },

    async deliveries(context, { params, query }) {
      const { db, actor } = context;
      ensure(query.sort !== 'createdDate:asc' && !query.sortby, 'input.unknownSort'); // only newest first is supported
      const webhook = await findEditableWebhook(context, params.id, params.webhookId);
      const { offset, limit, cursor: text } = pageParams({ size: defaultListedDeliveries, ...query }, deliveryOrder);
      const cursor = decodeCursor(text, deliveryOrder);
      const [rows, total] = await Promise.all([
        messages.listMessages(db, actor.scope, webhook.id, { ...query, offset, limit }, cursor),
        cursor?.totalCount ?? messages.countMessages(db, actor.scope, webhook.id, query),
      ]);
      const next = (last: (typeof rows)[number]) =>
        encodeCursor(deliveryOrder, { after: last.sortedBy, id: last.id, totalCount: total });
      return pageOf(rows, limit, total, next, ({ sortedBy: _, ...delivery }) => delivery);
    },

    async sendAgain(context, { params }) {
      const { db, actor, afterCommit } = context;
      const webhook = await lockWebhook(context, params.id, params.webhookId);
      const queued = await messages.requeueMessage(db, actor.scope, webhook.id, params.messageId);
      ensure(queued, 'webhook.messageUnknown');
      afterCommit(async () => wake());
      return findDelivery(context, webhook.id, params.messageId);
    },

    async replay(context, { params, body: { from } }) {
      const { db, actor, afterCommit } = context;
      const webhook = await lockWebhook(context, params.id, params.webhookId);
      const count = await messages.countReplayed(db, actor.scope, webhook.id, from);
      ensure(count <= maxReplayedMessages, 'webhook.tooManyToReplay');
      if (count > 0) {
        await queries.startReplay(db, actor.scope, webhook.id, from);
        await auditChange(context, webhook, 'webhook.replayed', { after: { from, messages: count } });
        afterCommit(async () => wake());
      }
      return { from, messages: count };
    },
  };

  function ensureReachable({ url }: WebhookInput): void {
    const code = httpClient.addressError(url);
    const { message } = new ApiError(code ?? 'input.invalid');
    ensure(!code, 'input.invalid', { errors: [{ path: 'url', messageCode: code ?? '', message }] });
  }
}

const deliveryOrder = 'createdDate:desc';

/** Events that follow the audit are for those who may read it. */
const ensureMayChoose = ({ permissions }: Actor, events: readonly WebhookEvent[]) =>
  ensure(
    !followsAudit(events) || audit.list.allow.all.every((permission) => permits(permissions, [permission])),
    'setting.notYours',
  );

/** A secret in the format of Standard Webhooks. */
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** A node of the actor's scope whose configuration they may change. */
async function findEditableNode({ db, actor }: Pick<Context, 'db' | 'actor'>, id: string, options?: { lock: boolean }) {
  const node = await findTreePosition(db, actor.scope, id, options);
  ensure(node, 'node.unknown');
  ensure(mayEdit(actor, { area: 'configuration' }, node), 'setting.notYours');
  return node;
}

async function findEditableWebhook(
  { db, actor }: Context,
  nodeId: string,
  id: string,
  options?: { lock: boolean },
): Promise<queries.StoredWebhook> {
  const webhook = await queries.findWebhook(db, actor.scope, nodeId, id, options);
  ensure(webhook, 'webhook.unknown');
  ensure(mayEdit(actor, { area: 'configuration' }, webhook), 'setting.notYours');
  return webhook;
}

/** Locks a webhook for a change; throws if the version is stale. */
async function lockWebhook(
  context: Context,
  nodeId: string,
  id: string,
  version?: number,
): Promise<queries.StoredWebhook> {
  const webhook = await findEditableWebhook(context, nodeId, id, { lock: true });
  ensure(version === undefined || version === webhook.version, 'record.stale', { current: toWebhook(webhook) });
  return webhook;
}

async function findDelivery({ db, actor }: Context, webhookId: string, id: string): Promise<Delivery> {
  const message = await messages.findMessage(db, actor.scope, webhookId, id);
  ensure(message, 'webhook.messageUnknown');
  return message;
}

const toWebhook = ({ tpath: _, nodeType: __, ...webhook }: queries.StoredWebhook): Webhook => ({
  ...webhook,
  id: webhook.id as WebhookId,
  nodeId: webhook.nodeId as NodeId,
});

// a URL may contain a credential, so the audit stores its origin only
const auditedFields = ({ description, url, events, sections }: queries.StoredWebhook) => ({
  description,
  url: new URL(url).origin,
  events,
  sections: sections ?? ['all'],
});

async function auditChange(
  { db, actor, origin }: Context,
  { id, tpath }: queries.StoredWebhook,
  action: `webhook.${string}`,
  change: { before?: unknown; after?: unknown },
): Promise<void> {
  const { userId: actorId, sessionId } = actor;
  await insertAudit(db, actor.scope, origin, {
    action,
    entity: 'webhook',
    entityId: id,
    tpath,
    actorId,
    sessionId,
    ...change,
  });
}
