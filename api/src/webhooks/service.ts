import { randomBytes } from 'node:crypto';
import type { NodeId } from '@storeward/contract/nodes';
import type { Delivery, Webhook, WebhookId, WebhookInput, webhooks } from '@storeward/contract/webhooks';
import { mostWebhooks } from '@storeward/contract/webhooks';
import { difference, insertAudit } from '../audit/queries.ts';
import { standingOf } from '../nodes/queries.ts';
import type { Scope } from '../platform/actor.ts';
import type { Context, Service } from '../platform/context.ts';
import type { Db } from '../platform/db.ts';
import { demand, Refusal } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Outgoing } from '../platform/outgoing.ts';
import { mayEdit } from '../settings/policy.ts';
import * as messages from './message-queries.ts';
import { findPlace } from './news-queries.ts';
import * as queries from './queries.ts';

/** What the doors of webhooks stand on. */
export type WebhookDoors = {
  /** Seals a secret with the organisation's own key. */
  readonly seal: (db: Db, scope: Scope, secret: string) => Promise<queries.KeptSecret>;
  readonly out: Pick<Outgoing, 'fault'>;
  /** There is something to send. */
  readonly nudge: () => void;
};

/** Whom the retailer's own systems are told by. */
export function webhooksService({ seal, out, nudge }: WebhookDoors): Service<typeof webhooks> {
  return {
    async list({ db, actor }, { params: { id } }) {
      await placeOf({ db, actor }, id, { held: false });
      return (await queries.listWebhooks(db, actor.scope, id)).map(shown);
    },

    async create(context, { params, body }) {
      const { db, actor } = context;
      await queries.holdPlace(db, actor.scope, params.id);
      const place = await placeOf(context, params.id);
      demandReachable(body);
      const there = await queries.listWebhooks(db, actor.scope, params.id);
      demand(there.length < mostWebhooks, 'webhook.tooMany');
      const [id, made] = [newId(), newSecret()];
      const secret = await seal(db, actor.scope, made);
      await queries.insertWebhook(db, actor.scope, { id, place, input: body, secret }, actor.userId);
      const after = await held(context, params.id, id);
      await writeDown(context, after, 'webhook.created', { after: filledIn(after) });
      return { webhook: shown(after), secret: made };
    },

    async update(context, { params, body, version }) {
      const { db, actor } = context;
      const before = await held(context, params.id, params.webhookId, version);
      demandReachable(body);
      await queries.updateWebhook(db, actor.scope, before.id, { input: body }, actor.userId);
      const after = await held(context, params.id, params.webhookId);
      await writeDown(context, after, 'webhook.updated', difference(filledIn(before), filledIn(after)));
      return shown(after);
    },

    async setStatus(context, { params, body: { status } }) {
      const { db, actor } = context;
      const before = await held(context, params.id, params.webhookId);
      if (before.status === status) return shown(before);
      await queries.updateWebhook(db, actor.scope, before.id, { status }, actor.userId);
      if (!status) await messages.giveUpWaiting(db, actor.scope, before.id);
      const action = status ? 'webhook.enabled' : 'webhook.disabled';
      await writeDown(context, before, action, { before: { status: before.status }, after: { status } });
      return shown(await held(context, params.id, params.webhookId));
    },

    async remove(context, { params, version }) {
      const before = await held(context, params.id, params.webhookId, version);
      await queries.deleteWebhook(context.db, context.actor.scope, before.id);
      await writeDown(context, before, 'webhook.deleted', { before: filledIn(before) });
      return shown(before);
    },

    async renewSecret(context, { params }) {
      const { db, actor } = context;
      const before = await held(context, params.id, params.webhookId);
      const secret = newSecret();
      const change = { secret: await seal(db, actor.scope, secret) };
      await queries.updateWebhook(db, actor.scope, before.id, change, actor.userId);
      await writeDown(context, before, 'webhook.secretRenewed', {});
      return { webhook: shown(await held(context, params.id, params.webhookId)), secret };
    },

    async test(context, { params }) {
      const { db, actor, afterCommit } = context;
      const hook = await held(context, params.id, params.webhookId);
      const place = await findPlace(db, actor.scope, hook.tpath);
      demand(place, 'webhook.unknown');
      const id = newId();
      const { time } = place;
      const about = { id, time, from: time, place: place.place, webhookId: hook.id as WebhookId };
      const message = { ...about, kind: 'webhook.test' as const, sections: [], stores: 0, fetch: [] };
      await messages.insertMessages(db, actor.scope, [{ message, tpath: hook.tpath }]);
      afterCommit(async () => nudge());
      return delivery(context, hook.id, id);
    },

    async deliveries(context, { params }) {
      const hook = await found(context, params.id, params.webhookId);
      return messages.listMessages(context.db, context.actor.scope, hook.id);
    },

    async sendAgain(context, { params }) {
      const { db, actor, afterCommit } = context;
      const hook = await held(context, params.id, params.webhookId);
      const queued = await messages.queueAgain(db, actor.scope, hook.id, params.messageId);
      demand(queued, 'webhook.messageUnknown');
      afterCommit(async () => nudge());
      return delivery(context, hook.id, params.messageId);
    },
  };

  function demandReachable({ url }: WebhookInput): void {
    const code = out.fault(url);
    const { message } = new Refusal(code ?? 'input.invalid');
    demand(!code, 'input.invalid', { errors: [{ path: 'url', messageCode: code ?? '', message }] });
  }
}

/** A secret in the way that others' programs expect it. */
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** A place of the caller's area whose configuration they may change. */
async function placeOf({ db, actor }: Pick<Context, 'db' | 'actor'>, id: string, how?: { held: boolean }) {
  const place = await standingOf(db, actor.scope, id, how);
  demand(place, 'node.unknown');
  demand(mayEdit(actor, { area: 'configuration' }, place), 'setting.notYours');
  return place;
}

async function found(
  { db, actor }: Context,
  nodeId: string,
  id: string,
  how?: { held: boolean },
): Promise<queries.StoredWebhook> {
  const hook = await queries.findWebhook(db, actor.scope, nodeId, id, how);
  demand(hook, 'webhook.unknown');
  demand(mayEdit(actor, { area: 'configuration' }, hook), 'setting.notYours');
  return hook;
}

/** A webhook that is about to be changed: held, and in the version that the change starts from. */
async function held(context: Context, nodeId: string, id: string, version?: number): Promise<queries.StoredWebhook> {
  const hook = await found(context, nodeId, id, { held: true });
  demand(version === undefined || version === hook.version, 'record.stale', { current: shown(hook) });
  return hook;
}

async function delivery({ db, actor }: Context, webhookId: string, id: string): Promise<Delivery> {
  const message = await messages.findMessage(db, actor.scope, webhookId, id);
  demand(message, 'webhook.messageUnknown');
  return message;
}

const shown = ({ tpath: _, nodeType: __, ...hook }: queries.StoredWebhook): Webhook => ({
  ...hook,
  id: hook.id as WebhookId,
  nodeId: hook.nodeId as NodeId,
});

// an address may hold a word that opens it, so the audit tells where it leads and no more
const filledIn = ({ description, url, sections }: queries.StoredWebhook) => ({
  description,
  url: new URL(url).origin,
  sections: sections ?? ['all'],
});

async function writeDown(
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
